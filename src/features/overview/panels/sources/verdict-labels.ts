import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import type { ComparedVerdict, Verdict } from '#/analytics/evaluation/verdicts.ts'

import { VERDICT_WORDS } from '#/domain/report/source-content.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { IconName } from '#/ui/icon.tsx'

export const VERDICTS = {
  more: { word: VERDICT_WORDS.more, icon: 'arrow-up-right', tone: 'text-answered' },
  keep: { word: VERDICT_WORDS.keep, icon: 'check', tone: 'text-text-2' },
  watch: { word: VERDICT_WORDS.watch, icon: 'eye', tone: 'text-warning' },
  stop: { word: VERDICT_WORDS.stop, icon: 'close', tone: 'text-missed' },
} as const satisfies Record<
  Verdict,
  { readonly word: () => string; readonly icon: IconName; readonly tone: string }
>

export const noVerdictLabel = ({ why, by }: Pick<ComparedVerdict, 'why' | 'by'>): string =>
  why === 'too_few'
    ? m.sources_too_few() + m.sources_too_few_under({ least: formatNumber(TOO_FEW) })
    : why === 'others_too_few'
      ? m.verdict_others_too_few({ least: formatNumber(TOO_FEW) })
      : by === 'plan'
        ? m.verdict_too_wide_plan()
        : m.verdict_too_wide()
