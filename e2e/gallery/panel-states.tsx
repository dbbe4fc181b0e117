import type { ReactNode } from 'react'
import { Unreadable } from '#/contract/field.ts'
import { UnreadableRecord } from '#/domain/notice/unreadable-record.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { Progress, ProgressLine } from '#/ui/data/progress.tsx'
import { Skeleton, type SkeletonWidth } from '#/ui/state/skeleton.tsx'
import { PartialLine, StaleLine } from '#/ui/state/stale-line.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import { Part } from './specimen.tsx'

const Panel = ({
  what,
  title = 'Sources',
  note,
  children,
}: {
  what: string
  title?: string
  note?: ReactNode
  children: ReactNode
}) => (
  <div className="min-w-0 py-4">
    <p className="border-b border-line-strong pb-2 text-12 text-text-3">{what}</p>
    {/* A heading only: equal region names don't help navigation. */}
    <header className="flex min-h-8 flex-wrap items-center gap-x-2 pt-3">
      <h3 className="text-14">{title}</h3>
      {note}
    </header>
    {children}
  </div>
)

const Sources = ({ name, busy = false, children }: { name: string; busy?: boolean; children: ReactNode }) => (
  <Table aria-label={name} aria-busy={busy} edge="none">
    <thead>
      <tr>
        <Th>Source</Th>
        <Th numeric>Contacts</Th>
        <Th numeric>Target rate</Th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </Table>
)

const Source = ({ name, contacts, rate }: { name: string; contacts: string; rate: ReactNode }) => (
  <Tr>
    <Td>{name}</Td>
    <Td numeric>{contacts}</Td>
    <Td numeric>{rate}</Td>
  </Tr>
)

const maps = <Source name="Maps" contacts="148" rate="48.0%" />
const paid = <Source name="Paid search" contacts="412" rate="41.5%" />
const organic = <Source name="Organic" contacts="236" rate="39.8%" />

const WIDTHS: readonly SkeletonWidth[] = ['lg', 'md', 'xl', 'sm']
const waiting = (name: string) => (
  <Sources name={name} busy>
    {WIDTHS.map((width) => (
      <Tr key={width}>
        <Td className="w-1/2">
          <Skeleton width={width} />
        </Td>
        <Td>
          <span className="ml-auto block w-9">
            <Skeleton />
          </span>
        </Td>
        <Td>
          <span className="ml-auto block w-11">
            <Skeleton />
          </span>
        </Td>
      </Tr>
    ))}
  </Sources>
)

export const PanelsPart = () => (
  <Part title="One panel in every state" columns={3}>
    <Panel what="Loading, after 150 ms: shaped like the content">{waiting('Sources, loading')}</Panel>
    <Panel what="Still loading, after 5 s: how far, how fast, and a way out">
      {waiting('Sources, still loading')}
      <div className="pt-3">
        <ProgressLine
          title={
            <span className="flex items-center gap-2">
              <Icon name="clock" className="text-text-3" />
              Still loading
            </span>
          }
          detail="8,200 of 23,400 contacts, 1,840 a second"
          bar={<Progress label="Loading contacts" value={8200} max={23_400} valueText="8,200 of 23,400" />}
          action={<Button>Cancel</Button>}
        />
      </div>
    </Panel>
    <Panel what="Empty: names the filter that emptied it">
      <StateMessage
        icon="inbox"
        title="No contacts from Nov 1 to 20"
        actions={<Button>Remove “Status: Busy”</Button>}
      >
        Nobody called or wrote with these filters. 214 contacts match without “Status: Busy”.
      </StateMessage>
    </Panel>
    <Panel what="Failed, nothing to show">
      <StateMessage
        icon="cloud-off"
        tone="missed"
        title="The sources did not load"
        actions={
          <>
            <Button icon="refresh">Retry</Button>
            <Button variant="ghost">Copy details</Button>
          </>
        }
      >
        The service answered 503 after 3 tries. The rest of the page is not affected.
      </StateMessage>
    </Panel>
    <Panel
      what="Stale: the old data stay, fully readable"
      note={
        <StaleLine retryLabel="Retry" onRetry={() => {}}>
          Updated 14:03, could not refresh
        </StaleLine>
      }
    >
      <Sources name="Sources, stale">
        {maps}
        {paid}
        {organic}
      </Sources>
    </Panel>
    <Panel what="Partial: says how much it knows" note={<PartialLine>first 10,000 of 23,400</PartialLine>}>
      <Sources name="Sources, partial">
        {maps}
        {paid}
        {organic}
      </Sources>
      <p className="flex flex-wrap items-center justify-between gap-2 pt-2.5 text-13 text-text-2">
        Figures are from part of the period.
        <Button>Load the rest</Button>
      </p>
    </Panel>
    <Panel what="Unreadable: one record is one marked row">
      <Sources name="Sources, one unreadable">
        {maps}
        <tr>
          <Td colSpan={3} className="bg-warning-soft pl-2!">
            <UnreadableRecord record={new Unreadable({ name: 42 })} />
          </Td>
        </tr>
        {organic}
      </Sources>
    </Panel>
    <Panel what="Absent: a dash with its reason; an unknown code is counted">
      <Sources name="Sources, with gaps">
        {maps}
        <Source name="QR code" contacts="9" rate={<PartialLine>Too few to judge</PartialLine>} />
        <Source name="Partner site" contacts="31" rate={<Absent reason="No target is set for it" />} />
        <Source name="Status 42" contacts="4" rate={<Absent reason="An unknown status has no target" />} />
      </Sources>
    </Panel>
    <Panel what="Nothing until something is chosen" title="Objects">
      <StateMessage
        icon="clients"
        title="Choose a client first"
        actions={
          <>
            <Button variant="primary">
              Choose a client <Kbd inherit>Ctrl K</Kbd>
            </Button>
            <LinkButton>All clients</LinkButton>
          </>
        }
      >
        Agency accounts see the objects and contacts of one client at a time.
      </StateMessage>
    </Panel>
  </Part>
)
