import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Fact, FactList } from '#/ui/data/fact-list.tsx'
import { Icon } from '#/ui/icon.tsx'
import { changedSettings, SETTING_WORD, type Settings } from './settings.ts'

/** The service accepted a save, and holds something else, or could not be asked what it holds. */
export const KeptNotice = ({
  sent,
  kept,
  onCheck,
  checking,
}: {
  sent: Settings
  /** Null: it could not be asked. */
  kept: Settings | null
  onCheck: () => void
  checking: boolean
}) => (
  <div role="alert" className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 text-13">
    <Icon name={kept ? 'alert' : 'help'} className="mt-0.5 text-warning" />
    <div className="grid justify-items-start gap-1">
      <p className="font-semibold">{kept ? m.agency_kept_other() : m.agency_kept_unknown()}</p>
      {kept ? (
        changedSettings(kept, sent).map((name) => (
          <div key={name} className="mt-1 grid gap-0.5">
            <p>{SETTING_WORD[name]()}</p>
            <FactList>
              <Fact label={m.agency_you_saved()}>{valueText(sent[name])}</Fact>
              <Fact label={m.agency_it_keeps()}>{valueText(kept[name])}</Fact>
            </FactList>
          </div>
        ))
      ) : (
        <>
          <p className="text-text-2">{m.agency_kept_unknown_text()}</p>
          <Button icon="refresh" pending={checking} onClick={onCheck} className="mt-1">
            {m.save_check()}
          </Button>
        </>
      )}
    </div>
  </div>
)

const valueText = (value: string | boolean) =>
  typeof value === 'boolean'
    ? value
      ? m.agency_value_on()
      : m.agency_value_off()
    : value === ''
      ? m.agency_value_empty()
      : value
