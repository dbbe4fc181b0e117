import type { Json } from '#/contract/embedded-json.ts'
import { EmailValue, FirstOf } from '#/domain/cells/values.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Fact, FactList } from '#/ui/data/fact-list.tsx'
import { Section } from '#/ui/data/section.tsx'
import type { DataField } from './custom-data.ts'
import { JsonValue } from '#/domain/cells/json-value.tsx'

const FIELD_LABEL: ReadonlyMap<string, () => string> = new Map([
  ['name', m.call_field_name],
  ['email', m.call_field_email],
  ['country', m.call_field_country],
  ['region', m.call_field_region],
  ['city', m.call_field_city],
  ['source', m.col_source],
])
const FIELDS_SHOWN = 30

/**
 * Named values of `custom_data`: a visitor's or a form's. The service's own names where there is no word of ours.
 * @param other what came instead of named values
 */
export const FieldsPane = ({
  title,
  fields,
  other,
}: {
  title: string
  fields: readonly DataField[]
  other: Json
}) => (
  <Section title={title}>
    <FirstOf items={fields} limit={FIELDS_SHOWN}>
      {(shown) => (
        <FactList>
          {shown.map(({ name, value }) => (
            <Fact key={name} label={FIELD_LABEL.get(name)?.() ?? name.slice(0, 80)}>
              {name === 'email' && typeof value === 'string' ? (
                <EmailValue value={value} />
              ) : (
                <JsonValue value={value} />
              )}
            </Fact>
          ))}
          {other !== null && (
            <Fact label={m.call_field_text()}>
              <JsonValue value={other} />
            </Fact>
          )}
        </FactList>
      )}
    </FirstOf>
  </Section>
)
