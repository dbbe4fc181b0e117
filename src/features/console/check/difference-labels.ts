import type { Difference, TypeName } from '#/contract/check/check-answer.ts'
import type { ShownKind } from '#/domain/use-drift.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { IconName } from '#/ui/icon.tsx'

export const KIND: Readonly<Record<ShownKind, { readonly icon: IconName; readonly word: () => string }>> = {
  missing: { icon: 'minus', word: m.console_kind_missing },
  extra: { icon: 'plus', word: m.console_kind_extra },
  type: { icon: 'sort', word: m.console_kind_type },
  code: { icon: 'alert', word: m.console_kind_code },
}

const TYPE = {
  null: m.console_type_null,
  boolean: m.console_type_boolean,
  integer: m.console_type_integer,
  number: m.console_type_number,
  string: m.console_type_string,
  array: m.console_type_array,
  object: m.console_type_object,
} as const satisfies Record<TypeName, () => string>

const typeLabel = (types: Iterable<TypeName>, between: string): string =>
  [...types].map((type) => TYPE[type]()).join(between)

const VALUE_MOST = 40
const valueLabel = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > VALUE_MOST ? `${text.slice(0, VALUE_MOST).toWellFormed()}…` : text
}

/** @param difference without `value`: nothing of the answer is shown */
export const differenceLabel = ({
  kind,
  seen,
  expected,
  listed,
  value,
}: Pick<Difference, 'kind' | 'expected' | 'listed'> & {
  readonly seen: Iterable<TypeName>
  readonly value?: unknown
}): string => {
  const came = typeLabel(seen, m.console_and())
  const should = typeLabel(expected, m.console_or())
  switch (kind) {
    case 'missing':
      return should === '' ? m.console_says_missing_any() : m.console_says_missing({ expected: should })
    case 'extra':
      return m.console_says_extra({ seen: came })
    case 'code':
      return value === undefined
        ? m.console_says_code(counted(listed))
        : m.console_says_code_value({ ...counted(listed), value: valueLabel(value) })
    default:
      return m.console_says_type({ seen: came, expected: should })
  }
}
