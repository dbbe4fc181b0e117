import { useEffect, useId, useRef, type ReactNode } from 'react'
import { errorReference, errorText } from '#/domain/notice/error-text.ts'
import { SaveFailure } from '#/domain/saving/save-failure.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon, type IconName } from '#/ui/icon.tsx'
import type { ScriptEditorState } from './use-script-editor.ts'
import { classNames } from '#/ui/class-names.ts'
import { Badge } from '#/ui/data/badge.tsx'
import { Table, Td, Th } from '#/ui/table/table.tsx'
import { OptionName } from './option-labels.tsx'

export const OutcomeNotice = ({
  editor,
  onPress,
}: {
  editor: ScriptEditorState
  /** The pressed button disappears. */
  onPress: () => void
}) => {
  const { outcome, codes, chosen, work, cutOff } = editor
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone the list is longer than the screen.
    if (outcome) place.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  const isChecking = work === 'check'
  return (
    <div ref={place} className="mt-3 scroll-m-4 empty:hidden phone:scroll-mb-32">
      {outcome?.kind === 'failed' && (
        <SaveFailure
          error={outcome.error}
          fieldNames={[...codes.keys()]}
          onCheck={() => void editor.check()}
          checking={isChecking}
        />
      )}
      {outcome?.kind === 'not-sent' && (
        <Notice icon="alert" title={m.not_saved()} reference={errorReference(outcome.error)}>
          <p>{m.script_not_sent()}</p>
          <p>{errorText(outcome.error)}</p>
        </Notice>
      )}
      {outcome?.kind === 'not-saved' && (
        <Notice icon="alert" title={m.not_saved()}>
          <p>{m.save_check_not_saved()}</p>
        </Notice>
      )}
      {outcome?.kind === 'unchecked' && (
        <Notice
          icon="help"
          title={m.script_unchecked_title()}
          reference={errorReference(outcome.error)}
          actions={
            <Button icon="refresh" pending={isChecking} onClick={() => void editor.check()}>
              {m.save_check()}
            </Button>
          }
        >
          <p>{m.script_unchecked_text()}</p>
          <p>{errorText(outcome.error)}</p>
        </Notice>
      )}
      {outcome?.kind === 'kept-other' && (
        <Notice icon="alert" title={m.script_kept_title()}>
          <p>{m.script_kept_text()}</p>
          <ConfigTable
            options={[...codes.keys()]}
            service={outcome.kept}
            person={outcome.draft.chosen}
            personLabel={m.script_sent()}
          />
        </Notice>
      )}
      {outcome?.kind === 'conflict' && (
        <Conflict>
          <ConfigTable
            options={[...codes.keys()]}
            service={outcome.theirs}
            person={chosen}
            personLabel={m.script_yours()}
          />
          <div className="mt-3 flex flex-wrap justify-end gap-2 phone:[&>button]:h-10">
            <Button
              onClick={() => {
                onPress()
                editor.discard()
              }}
            >
              {m.script_take_theirs()}
            </Button>
            <Button
              variant="primary"
              pending={work === 'save'}
              disabledReason={cutOff}
              onClick={() => {
                onPress()
                void editor.keepMine(outcome.theirs)
              }}
            >
              {m.script_keep_mine()}
            </Button>
          </div>
        </Conflict>
      )}
    </div>
  )
}

const Notice = ({
  icon,
  title,
  reference = null,
  actions,
  children,
}: {
  icon: IconName
  title: string
  /** For support. */
  reference?: string | null
  actions?: ReactNode
  children: ReactNode
}) => (
  <div role="alert" className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 text-13">
    <Icon name={icon} className={icon === 'help' ? 'mt-0.5 text-warning' : 'mt-0.5 text-missed'} />
    <div className="grid gap-1 text-text-2">
      <p className="font-semibold text-text">{title}</p>
      {children}
      {reference !== null && <p className="font-mono text-12 wrap-anywhere text-text-3">{reference}</p>}
      {actions !== undefined && <p className="mt-1">{actions}</p>}
    </div>
  </div>
)

/** Focuses the notice, not a button: a second Enter must not choose. */
const Conflict = ({ children }: { children: ReactNode }) => {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.focus(), [])
  return (
    <section
      ref={card}
      aria-labelledby={id}
      tabIndex={-1}
      className="rounded-3 border border-line-strong p-4 text-13"
    >
      <h3 id={id} className="flex items-center gap-2 text-14">
        <Icon name="alert" className="text-warning" />
        {m.script_conflict_title()}
      </h3>
      <p className="mt-1 text-text-2">{m.script_conflict_text()}</p>
      {children}
    </section>
  )
}

const ConfigTable = ({
  options,
  service,
  person,
  personLabel,
}: {
  options: readonly string[]
  service: readonly string[]
  person: readonly string[]
  personLabel: string
}) => (
  <Table edge="none" className="mt-2">
    <thead>
      <tr>
        <Th>{m.script_option()}</Th>
        <Th className="whitespace-normal">{m.script_theirs()}</Th>
        <Th className="whitespace-normal">{personLabel}</Th>
      </tr>
    </thead>
    <tbody>
      {options.map((option) => {
        const [there, here] = [service.includes(option), person.includes(option)]
        const differs = there !== here
        return (
          <tr key={option} className={classNames('h-11', differs && 'font-semibold')}>
            <Td className="whitespace-normal">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
                <OptionName option={option} stacked />
                {differs && (
                  <Badge tone="warning" icon="alert">
                    {m.script_differs()}
                  </Badge>
                )}
              </span>
            </Td>
            <Td>{there ? m.tracking_on() : m.tracking_off()}</Td>
            <Td>{here ? m.tracking_on() : m.tracking_off()}</Td>
          </tr>
        )
      })}
    </tbody>
  </Table>
)
