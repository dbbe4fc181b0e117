import { useEffect, useId, useRef, type ReactNode } from 'react'
import { errorText } from '#/domain/notice/error-text.ts'
import { SaveFailure, SaveNotice } from '#/domain/saving/save-failure.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
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
  const check = { onCheck: () => void editor.check(), isChecking: work === 'check' }
  return (
    <div ref={place} className="mt-3 scroll-m-4 empty:hidden phone:scroll-mb-32">
      {outcome?.kind === 'failed' && (
        <SaveFailure error={outcome.error} fieldNames={[...codes.keys()]} check={check} />
      )}
      {outcome?.kind === 'not-sent' && (
        <SaveNotice title={m.not_saved()} error={outcome.error}>
          <p>{m.script_not_sent()}</p>
          <p>{errorText(outcome.error)}</p>
        </SaveNotice>
      )}
      {outcome?.kind === 'not-saved' && (
        <SaveNotice title={m.not_saved()}>
          <p>{m.save_check_not_saved()}</p>
        </SaveNotice>
      )}
      {outcome?.kind === 'unchecked' && (
        <SaveNotice title={m.script_unchecked_title()} error={outcome.error} check={check}>
          <p>{m.script_unchecked_text()}</p>
          <p>{errorText(outcome.error)}</p>
        </SaveNotice>
      )}
      {outcome?.kind === 'kept-other' && (
        <SaveNotice title={m.script_kept_title()}>
          <p>{m.script_kept_text()}</p>
          <ConfigTable
            options={[...codes.keys()]}
            service={outcome.stored}
            person={outcome.draft.chosen}
            personLabel={m.script_sent()}
          />
        </SaveNotice>
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
