import type { AboutLine } from '#/domain/files/cell.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox, Radio } from '#/ui/control/checkbox.tsx'
import type { ExportColumn } from '#/contract/call-fields.ts'
import {
  CSV_SEPARATORS,
  EXPORT_FORMATS,
  type CsvSeparator,
  type ExportFormat,
} from '#/contract/exports/contact-exports.ts'
import { fileColumnView } from '#/domain/files/file-columns.ts'

const COLUMNS = ['shown', 'all'] as const

export interface ExportChoice {
  readonly format: ExportFormat
  readonly columns: (typeof COLUMNS)[number]
  /** Whether Excel must treat phone numbers of a CSV as text. */
  readonly separator: CsvSeparator
  readonly isNumberText: boolean
}

const SEPARATOR_WORDS = {
  ',': m.export_separator_comma,
  ';': m.export_separator_semicolon,
  '\t': m.export_separator_tab,
} as const satisfies Record<CsvSeparator, () => string>

const FORMAT_WORDS = {
  csv: { name: m.export_csv, hint: m.export_csv_hint },
  xlsx: { name: m.export_xlsx, hint: m.export_xlsx_hint },
} as const satisfies Record<ExportFormat, object>

const COLUMN_WORDS = {
  shown: m.export_columns_shown,
  all: m.export_columns_all,
} as const satisfies Record<ExportChoice['columns'], () => string>

const namesOf = (fields: readonly ExportColumn[]) =>
  fields.map((field) => fileColumnView(field).name()).join(' · ')

const legendClass = 'mb-1 text-13 font-medium text-text'

export const ExportChoices = ({
  choice,
  onChange,
  about,
  fields,
  total,
}: {
  choice: ExportChoice
  onChange: (choice: ExportChoice) => void
  about: readonly AboutLine[]
  fields: Record<ExportChoice['columns'], readonly ExportColumn[]>
  total: number
}) => (
  <div className="grid gap-4">
    <div>
      <p className="text-14 font-strong text-text tabular-nums">{m.contacts_count(counted(total))}</p>
      <dl className="mt-1 flex flex-wrap gap-x-4 text-13">
        {about.map(({ name, value }) => (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="text-text-3">{name}</dt>
            <dd className="min-w-0 truncate" title={value}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
    <fieldset>
      <legend className={legendClass}>{m.export_format()}</legend>
      {EXPORT_FORMATS.map((format) => (
        <Radio
          key={format}
          name="format"
          checked={choice.format === format}
          description={FORMAT_WORDS[format].hint()}
          onChange={() => onChange({ ...choice, format })}
        >
          {FORMAT_WORDS[format].name()}
        </Radio>
      ))}
    </fieldset>
    {choice.format === 'csv' && (
      <fieldset>
        <legend className={legendClass}>{m.export_separator()}</legend>
        <div className="flex flex-wrap gap-x-4">
          {CSV_SEPARATORS.map((separator) => (
            <Radio
              key={separator}
              name="separator"
              checked={choice.separator === separator}
              onChange={() => onChange({ ...choice, separator })}
            >
              {SEPARATOR_WORDS[separator]()}
            </Radio>
          ))}
        </div>
        <Checkbox
          checked={choice.isNumberText}
          description={m.export_numbers_as_text_hint()}
          onChange={() => onChange({ ...choice, isNumberText: !choice.isNumberText })}
        >
          {m.export_numbers_as_text()}
        </Checkbox>
      </fieldset>
    )}
    <fieldset>
      <legend className={legendClass}>{m.export_columns()}</legend>
      {COLUMNS.map((columns) => (
        <Radio
          key={columns}
          name="columns"
          checked={choice.columns === columns}
          description={
            columns === 'shown'
              ? namesOf(fields.shown)
              : m.export_columns_all_hint({ count: fields.all.length })
          }
          onChange={() => onChange({ ...choice, columns })}
        >
          {COLUMN_WORDS[columns]()}
        </Radio>
      ))}
    </fieldset>
  </div>
)
