import type { CSSProperties, ReactNode } from 'react'
import { axisWidth, EDGE } from '#/ui/chart/line-box.ts'
import { useLinePlot } from '#/ui/chart/line-chart.tsx'
import type { Locale } from '#/i18n/locale.ts'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { PaperMissed, PaperWhen } from './paper-missed.tsx'
import { PaperSources } from './paper-sources.tsx'
import { ReportPart } from './part.tsx'
import type { ReportContent } from './report-labels.ts'

/** A phone has its own drawing: the wide one would shrink its text illegibly. */
const [PAGE_WIDTH, PHONE_WIDTH, PLOT_HEIGHT] = [702, 358, 114]
const drawnClass = (isPhone: boolean) =>
  classNames('mt-1.5 w-full', isPhone ? 'min-[640px]:hidden' : 'max-[640px]:hidden')

/** Usable pixels of a page, the maximum of every report, and extra of optional parts. */
const PAGE_HEIGHT = 1024
const USUAL_HEIGHT = 1000
/** Costs add a second row of figures and explanatory lines. */
const MORE_HEIGHT = { secondRow: 140, plan: 50, changes: 50, happened: 42, brand: 36 } as const

/** Scale on paper: optional parts shrink everything, so that nothing is cut off. */
const paperZoom = ({ cards, plan, changes, trend }: ReportContent, hasBrand: boolean): number => {
  const height =
    USUAL_HEIGHT +
    (cards.length > MOST_IN_A_ROW ? MORE_HEIGHT.secondRow : 0) +
    (plan === null ? 0 : MORE_HEIGHT.plan) +
    (changes === null ? 0 : MORE_HEIGHT.changes) +
    (trend.happened.length === 0 ? 0 : MORE_HEIGHT.happened) +
    (hasBrand ? MORE_HEIGHT.brand : 0)
  return Math.min(Math.floor((100 * PAGE_HEIGHT) / height) / 100, 1)
}

/** One A4 page, always light. External texts have bounded height, so that it stays one page. */
export const Paper = ({
  content,
  lang,
  brand,
}: {
  content: ReportContent
  lang: Locale
  /** Null: no agency brand. */
  brand: Brand | null
}) => (
  <article
    lang={lang}
    aria-label={content.label}
    style={{ '--paper-zoom': paperZoom(content, brand !== null) } as CSSProperties}
    className="on-paper mx-auto flex w-[210mm] max-w-full flex-col gap-2.5 border border-line bg-raised px-[12mm] py-[11mm] text-12 text-text shadow-float [page:report] [print-color-adjust:exact] max-[640px]:border-0 max-[640px]:px-4 max-[640px]:py-5 max-[640px]:shadow-none min-[640px]:min-h-[297mm] print:m-0 print:h-[calc(271mm/var(--paper-zoom))] print:[zoom:var(--paper-zoom)] print:min-h-0 print:w-full print:overflow-clip print:[overflow-clip-margin:6px] print:border-0 print:p-0 print:shadow-none"
  >
    {brand && <BrandRow brand={brand} person={content.by.person} />}
    <Head content={content} isSigned={brand !== null} />
    {content.empty !== null ? (
      <p className="text-14">{content.empty}</p>
    ) : (
      <>
        {content.conclusion !== null && (
          <p className="line-clamp-3 shrink-0 max-[640px]:line-clamp-none text-20 leading-6.5 font-semibold text-balance wrap-anywhere">
            {content.conclusion}
          </p>
        )}
        <div>
          <Cards content={content} />
          {content.notes !== null && <p className="mt-1 text-11 text-text-3">{content.notes}</p>}
        </div>
        {content.plan && <PlanLine plan={content.plan} />}
        {content.changes && <ChangesLine changes={content.changes} />}
        <Trend content={content} />
        {content.sources && <PaperSources sources={content.sources} />}
        <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,7fr)] gap-x-8 gap-y-3 max-[640px]:grid-cols-1">
          {content.missed && <PaperMissed missed={content.missed} />}
          {content.when && <PaperWhen when={content.when} isAlone={content.missed === null} />}
        </div>
      </>
    )}
    <footer className="mt-auto flex flex-wrap justify-between gap-x-4 border-t border-line pt-2 text-11 text-text-3 tabular-nums">
      <span>{content.footer}</span>
      <span>Callboard · {content.made}</span>
    </footer>
  </article>
)

export interface Brand {
  readonly name: string
  readonly domain: string | null
  readonly logo: string | null
}

const BrandRow = ({ brand: { name, domain, logo }, person }: { brand: Brand; person: string | null }) => (
  <div className="flex items-center gap-3 border-b border-line pb-2">
    {logo !== null && <img src={logo} alt="" style={{ maxWidth: 92, maxHeight: 36 }} />}
    <span className="min-w-0 grow">
      <bdi className="line-clamp-1 block font-semibold wrap-anywhere">{name}</bdi>
      {domain !== null && <bdi className="line-clamp-1 block text-text-2 wrap-anywhere">{domain}</bdi>}
    </span>
    {person !== null && <bdi className="line-clamp-1 block font-semibold wrap-anywhere">{person}</bdi>}
  </div>
)

const Head = ({
  content: { title, by, conditions, completeness },
  isSigned,
}: {
  content: ReportContent
  isSigned: boolean
}) => (
  <header className="border-b border-line-strong pb-2.5">
    <div className="flex items-end justify-between gap-6 max-[640px]:flex-col max-[640px]:items-start max-[640px]:gap-1.5">
      <div className="min-w-0">
        <h2 className="line-clamp-2 text-24 font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </h2>
        {/* Clips the separator before the first item of each line. */}
        <div className="mt-0.5 overflow-clip min-[640px]:max-h-12">
          <p className="-ml-4 flex flex-wrap text-text-2 wrap-anywhere tabular-nums">
            {conditions.map((condition) => (
              <span key={condition} className="flex min-w-0">
                <span aria-hidden="true" className="w-4 shrink-0 text-center">
                  ·
                </span>
                <bdi className="line-clamp-2 min-w-0">{condition}</bdi>
              </span>
            ))}
          </p>
        </div>
      </div>
      {!isSigned && (
        <p className="max-w-64 shrink-0 text-right max-[640px]:text-left">
          {by.agency !== null && (
            <bdi className="line-clamp-1 block font-semibold wrap-anywhere">{by.agency}</bdi>
          )}
          {by.person !== null && (
            <bdi className="line-clamp-1 block text-text-2 wrap-anywhere">{by.person}</bdi>
          )}
        </p>
      )}
    </div>
    {!completeness.isComplete && (
      <p className="mt-2 flex items-center gap-2 border border-line-strong px-2 py-1 font-semibold">
        <Icon name="partial" size={14} />
        <span className="line-clamp-2">{completeness.words}</span>
      </p>
    )}
  </header>
)

const TONES = { better: 'text-answered', worse: 'text-missed', same: 'text-text-3' } as const

const MOST_IN_A_ROW = 6

const Cards = ({ content: { cards } }: { content: ReportContent }) => (
  // Clips the line before the first card of each row.
  <div className="overflow-clip">
    <dl
      className={classNames(
        '-ml-3.25 grid gap-y-1.5 max-[640px]:ml-0 max-[640px]:grid-cols-2',
        // Aligns figures where a label wraps.
        cards.length > MOST_IN_A_ROW
          ? 'grid-cols-5'
          : 'min-[640px]:auto-cols-auto min-[640px]:grid-flow-col min-[640px]:grid-rows-[repeat(4,auto)] min-[640px]:justify-between min-[640px]:gap-y-0',
      )}
    >
      {cards.map(({ name, value, change, verdict, beside }) => (
        <CardLabel
          key={name}
          name={name}
          value={value}
          note={change !== null && <span className={TONES[verdict ?? 'same']}>{change}</span>}
          // Two rows of figures leave no room beside them.
          below={cards.length > MOST_IN_A_ROW ? null : beside}
        />
      ))}
    </dl>
  </div>
)

const CardLabel = ({
  name,
  value,
  note,
  below,
}: {
  name: string
  value: string
  note: ReactNode
  below: string | null
}) => (
  <div className="row-span-4 grid min-w-0 grid-rows-subgrid content-start border-l border-line px-3 text-11 tabular-nums last:pr-0 max-[640px]:row-auto max-[640px]:grid-rows-none max-[640px]:border-0 max-[640px]:pl-0">
    <dt className="line-clamp-2 self-end text-12 text-text-2">{name}</dt>
    <dd className="contents">
      <p className="text-20 font-semibold">{value}</p>
      <p className="line-clamp-2">{note}</p>
      <p className="line-clamp-2 text-text-3">{below}</p>
    </dd>
  </div>
)

const PlanLine = ({ plan: { title, parts, note } }: { plan: NonNullable<ReportContent['plan']> }) => (
  <section className="border-t border-line pt-1.5">
    <div className="line-clamp-3 max-[640px]:line-clamp-none tabular-nums">
      <h3 className="mr-2 inline text-12">{title}</h3>
      {parts.map(({ name, done, how }, nth) => (
        <span key={name}>
          {nth > 0 && ' · '}
          {name} <b className="font-semibold">{done}</b> <span className="text-11 text-text-3">{how}</span>
        </span>
      ))}
      {note !== null && <span className="text-11 text-text-3"> · {note}</span>}
    </div>
  </section>
)

const ChangesLine = ({
  changes: { title, sentence, lines },
}: {
  changes: NonNullable<ReportContent['changes']>
}) => (
  <section className="border-t border-line pt-1.5">
    <p className="line-clamp-2 wrap-anywhere max-[640px]:line-clamp-none">
      <b className="mr-2 font-semibold">{title}</b>
      {sentence}
    </p>
    {lines.length > 0 && (
      <ul className="mt-0.5 grid grid-cols-3 gap-x-6 tabular-nums max-[640px]:grid-cols-1">
        {lines.map(({ name, change }) => (
          <li key={name} className="flex min-w-0 justify-between gap-2">
            <bdi className="truncate text-text-2">{name}</bdi>
            <b className="font-semibold">{change}</b>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Trend = ({ content: { trend } }: { content: ReportContent }) => (
  <ReportPart
    title={trend.note}
    aside={
      <>
        <LineKey className="border-(--chart-1)" /> {trend.days}
        {trend.compared !== null && (
          <>
            <LineKey className="ml-3 border-dashed border-(--chart-compare)" /> {trend.compared}
          </>
        )}
      </>
    }
  >
    {[trend.plot, trend.phonePlot].map((plot, index) => (
      <div
        key={plot === trend.plot ? 'desk' : 'phone'}
        role="img"
        aria-label={`${trend.note}, ${trend.days}`}
        className={drawnClass(index === 1)}
      >
        <PaperLine {...plot} flags={trend.flags} width={index === 1 ? PHONE_WIDTH : PAGE_WIDTH} />
      </div>
    ))}
    {trend.happened.length > 0 && (
      <p className="mt-4 line-clamp-2 text-11 wrap-anywhere max-[640px]:line-clamp-none">
        <Icon name="flag" size={12} className="mr-1 inline align-[-2px] text-text-2" />
        {trend.happened.map((line, nth) => (
          <span key={line}>
            {nth > 0 && ' · '}
            <bdi>{line}</bdi>
          </span>
        ))}
      </p>
    )}
  </ReportPart>
)

/** Like the screen's sparkline, but static and scaling with the page. */
const PaperLine = ({
  flags,
  width,
  ...plotted
}: ReportContent['trend']['plot'] & Pick<ReportContent['trend'], 'flags'> & { width: number }) => {
  const drawing = useLinePlot()
  return (
    <div aria-hidden="true" className="relative -mt-2" style={{ aspectRatio: `${width} / ${PLOT_HEIGHT}` }}>
      {drawing && <drawing.LinePlot {...plotted} size={{ width, height: PLOT_HEIGHT }} />}
      <div
        className="absolute top-full"
        style={{
          left: `${(100 * axisWidth(plotted.ticks)) / width}%`,
          right: `${(100 * EDGE) / width}%`,
        }}
      >
        {flags.map((across) => (
          <span key={across} className="absolute -translate-x-1/2 text-text-2" style={{ left: `${across}%` }}>
            <Icon name="flag" size={12} />
          </span>
        ))}
      </div>
    </div>
  )
}

const LineKey = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={classNames('inline-block w-4 border-t-2 align-middle', className)} />
)
