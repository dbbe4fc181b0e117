import { isScriptOption, type ScriptOption } from '#/contract/script-config.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'

const WORDS = {
  last_source: { name: m.script_last_source, does: m.script_last_source_text },
  type_in: { name: m.script_type_in, does: m.script_type_in_text },
  referrer: { name: m.script_referrer, does: m.script_referrer_text },
  utm: { name: m.script_utm, does: m.script_utm_text },
  block_id: { name: m.script_block_id, does: m.script_block_id_text },
  gtm: { name: m.script_gtm, does: m.script_gtm_text },
} as const satisfies Record<ScriptOption, { name: () => string; does: () => string }>

export const optionText = (option: string): string =>
  isScriptOption(option) ? WORDS[option].does() : m.script_undescribed()

/** `Last source last_source`: label and code name; unknown options only the latter. `stacked`: on two lines. */
export const OptionName = ({ option, stacked = false }: { option: string; stacked?: boolean }) => (
  <span
    className={classNames(
      'inline-grid min-w-0 grid-cols-[minmax(0,auto)] items-baseline gap-x-3',
      !stacked && 'desk:grid-flow-col',
    )}
  >
    {isScriptOption(option) && (
      <span className={stacked ? undefined : 'desk:w-40'}>{WORDS[option].name()} </span>
    )}
    <code className="font-mono text-12 font-normal wrap-anywhere text-text-3">
      <bdi>{option}</bdi>
    </code>
  </span>
)
