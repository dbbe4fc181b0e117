import type { ReactNode } from 'react'
import { HeatDrawing, heatHeight } from '#/features/overview/panels/heat-map/picture.tsx'
import { LineAxes } from '#/ui/chart/line-axes.tsx'
import { Unfinished } from '#/ui/chart/line-marks.tsx'
import { LazyLinePlot } from '#/ui/chart/lazy-plot.tsx'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { BrandMark } from '#/ui/brand-mark.tsx'
import { Icon } from '#/ui/icon.tsx'
import { PaperSources } from './paper-sources.tsx'
import { ReportPart } from './part.tsx'
import type { ReportWords } from './report-words.ts'

/** What is drawn is drawn for this width, and shrinks with the page on a phone. */
const WIDTH = 704
const CELL_HEIGHT = 14

/** A phone gets a drawing of its own width: the wide one would shrink its words until they cannot be read. */
const PHONE_WIDTH = 360

/**
 * One page of A4: ink on white, whatever the theme. Everything on it has a height that does not grow with what strangers
 * wrote, so that it stays one page.
 */
export const Paper = ({ words, lang }: { words: ReportWords; lang: Locale }) => (
  <article
    lang={lang}
    aria-label={words.title}
    className="on-paper mx-auto flex w-[210mm] max-w-full flex-col gap-2.5 border border-line bg-raised px-[12mm] py-[11mm] text-12 text-text shadow-float [page:report] [print-color-adjust:exact] max-[640px]:border-0 max-[640px]:px-4 max-[640px]:py-5 max-[640px]:shadow-none min-[640px]:min-h-[297mm] print:m-0 print:h-[271mm] print:min-h-0 print:w-full print:overflow-clip print:border-0 print:p-0 print:shadow-none"
  >
    <Head words={words} />
    {words.empty !== null ? (
      <p className="text-14">{words.empty}</p>
    ) : (
      <>
        <div className="border-t border-line pt-2">
          <Cards words={words} />
          {words.chance !== null && <p className="mt-1 text-11 text-text-3">{words.chance}</p>}
        </div>
        <Today words={words} />
        <Trend words={words} />
        {words.sources && <PaperSources sources={words.sources} />}
        <Heat words={words} />
      </>
    )}
    <footer className="mt-auto flex flex-wrap justify-between gap-x-4 border-t border-line pt-2 text-11 text-text-3 tabular-nums">
      <span>{words.completeness.words}</span>
      <span>Callboard · {words.made}</span>
    </footer>
  </article>
)

const Head = ({ words: { title, conditions, completeness } }: { words: ReportWords }) => (
  <header>
    <div className="flex items-center gap-2">
      <BrandMark />
      <h2 className="text-20">{title}</h2>
    </div>
    <dl className="mt-1.5 flex flex-wrap gap-x-6 text-12">
      {conditions.map(({ name, value }) => (
        <div key={name} className="flex max-w-full min-w-0 gap-2">
          <dt className="shrink-0 text-text-3">{name}</dt>
          <dd className="line-clamp-2 min-w-0 wrap-anywhere tabular-nums">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
    {!completeness.isWhole && (
      <p className="mt-2 flex items-center gap-2 border border-line-strong px-2 py-1 font-semibold">
        <Icon name="partial" size={14} />
        <span className="line-clamp-2">{completeness.words}</span>
      </p>
    )}
  </header>
)

const TONES = { better: 'text-answered', worse: 'text-missed', same: 'text-text-3' } as const

const Cards = ({ words: { cards, notThrough } }: { words: ReportWords }) => (
  <dl className="grid grid-cols-4 gap-x-4 gap-y-1.5 max-[640px]:grid-cols-2">
    {cards.map(({ name, value, change, verdict, beside }) => (
      <CardWords
        key={name}
        name={name}
        value={value}
        note={change !== null && <span className={TONES[verdict ?? 'same']}>{change}</span>}
        below={beside}
      />
    ))}
    {notThrough && (
      <CardWords
        name={notThrough.name}
        value={notThrough.value}
        note={<span className="text-text-3">{notThrough.noun}</span>}
        below={null}
      />
    )}
  </dl>
)

const CardWords = ({
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
  <div className="min-w-0 text-11 tabular-nums">
    <dt className="truncate text-12 text-text-2">{name}</dt>
    <dd>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="text-20 font-semibold">{value}</span>
        {note}
      </p>
      {below !== null && <p className="truncate text-text-3">{below}</p>}
    </dd>
  </div>
)

const Today = ({ words: { today } }: { words: ReportWords }) =>
  today && (
    <ReportPart title={today.title}>
      {today.nothing !== null && <p>{today.nothing}</p>}
      <ol className="mt-1 grid auto-cols-fr grid-flow-col gap-x-5 max-[640px]:grid-flow-row max-[640px]:gap-y-2">
        {today.items.map(({ title, detail }) => (
          <li key={title} className="min-w-0">
            <p className="line-clamp-2 font-semibold wrap-anywhere">
              <bdi>{title}</bdi>
            </p>
            <p className="line-clamp-2 text-11 text-text-2 wrap-anywhere">{detail}</p>
          </li>
        ))}
      </ol>
    </ReportPart>
  )

const Trend = ({ words: { trend } }: { words: ReportWords }) => (
  <ReportPart
    title={trend.title}
    note={
      <span className="tabular-nums">
        {trend.note} · <LineKey className="border-(--chart-1)" /> {trend.days}
        {trend.compared !== null && (
          <>
            {' · '}
            <LineKey className="border-dashed border-(--chart-compare)" /> {trend.compared}
          </>
        )}
      </span>
    }
  >
    {[trend.plot, trend.phonePlot].map((plot, index) => (
      <div
        key={plot === trend.plot ? 'desk' : 'phone'}
        role="img"
        aria-label={`${trend.note}, ${trend.days}`}
        className={drawnClass(index === 0 ? WIDTH : PHONE_WIDTH)}
      >
        <PaperLine {...plot} />
      </div>
    ))}
  </ReportPart>
)

/** As on the screen, but that nothing reacts and the chart library does not come later: paper does not wait. */
const PaperLine = ({ points, ticks, places, unfinished }: ReportWords['trend']['plot']) => (
  <LineAxes ticks={ticks} places={places} count={points.length} className="text-11" plotClass="h-27">
    <div aria-hidden="true" className="relative size-full">
      <LazyLinePlot points={points} ticks={ticks} failed={m.trend_chart_failed()} />
      {unfinished && <Unfinished points={points} top={ticks.at(-1)?.value ?? 1} {...unfinished} />}
    </div>
  </LineAxes>
)

const LineKey = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={classNames('inline-block w-4 border-t-2 align-middle', className)} />
)

const Heat = ({ words: { heat } }: { words: ReportWords }) => {
  if (heat === null) return null
  const height = heatHeight({ rows: heat.plot.rows, cellHeight: CELL_HEIGHT, size: 10 })
  return (
    <ReportPart title={heat.title} note={heat.note}>
      {[WIDTH, PHONE_WIDTH].map((width) => (
        <svg
          key={width}
          role="img"
          aria-label={`${heat.title}, ${heat.note}`}
          viewBox={`0 0 ${width} ${height}`}
          className={drawnClass(width)}
        >
          <HeatDrawing {...heat.plot} width={width} cellHeight={CELL_HEIGHT} size={10} />
        </svg>
      ))}
    </ReportPart>
  )
}

const drawnClass = (width: number) =>
  classNames('mt-1.5 w-full', width === WIDTH ? 'max-[640px]:hidden' : 'min-[640px]:hidden')
