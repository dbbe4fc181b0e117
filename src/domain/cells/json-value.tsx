import type { Json } from '#/contract/embedded-json.ts'
import { sumMask } from '#/i18n/privacy-mode.ts'
import { isBlank, jsonText } from './json-text.ts'
import { FirstOf, TextValue } from './values.tsx'

const DEPTH_SHOWN = 4
const ITEMS_SHOWN = 20
const NAME_SHOWN = 80
/** Stringified missing values; quoted, to differ from real ones. */
const NO_VALUE = /^(?:undefined|null|NaN)$/

export const JsonValue = ({
  value,
  absent,
  labels,
  depth = 0,
}: {
  value: Json
  absent?: string
  labels?: ReadonlyMap<string, () => string>
  depth?: number
}) => {
  if (typeof value === 'string' && NO_VALUE.test(value)) return <TextValue value={JSON.stringify(value)} />
  if (typeof value !== 'object' || isBlank(value) || depth === DEPTH_SHOWN)
    return <TextValue value={jsonText(value)} {...(absent !== undefined && { absent })} />
  if (Array.isArray(value))
    return (
      <FirstOf items={value} limit={ITEMS_SHOWN}>
        {(shown) => (
          <ul className="grid gap-1">
            {shown.map((item, index) => (
              <li key={index} className="min-w-0">
                <JsonValue value={item} {...(labels && { labels })} depth={depth + 1} />
              </li>
            ))}
          </ul>
        )}
      </FirstOf>
    )
  return (
    <FirstOf items={Object.entries(value ?? {})} limit={ITEMS_SHOWN}>
      {(shown) => (
        <dl className="grid gap-1 border-l border-line-strong pl-2">
          {shown.map(([name, item]) => (
            <div key={name} className="min-w-0">
              <dt className="mr-1 inline wrap-anywhere text-text-3">
                <bdi>{labels?.get(name)?.() ?? name.slice(0, NAME_SHOWN)}</bdi>
              </dt>{' '}
              <dd className={typeof item === 'object' && !isBlank(item) ? '' : 'inline'}>
                <JsonValue
                  value={sumMask(name, item) ?? item}
                  {...(labels && { labels })}
                  depth={depth + 1}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </FirstOf>
  )
}
