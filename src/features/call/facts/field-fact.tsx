import type { ReactNode } from 'react'
import type { CallField } from '#/contract/call-fields.ts'
import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import { fieldName } from '#/domain/contact-list/field-labels.ts'
import { Fact } from '#/ui/data/fact-list.tsx'

export const FieldFact = ({
  field,
  hidden,
  children,
}: {
  field: CallField
  hidden: HiddenFields
  children: ReactNode
}) => !hidden.has(field) && <Fact label={fieldName(field)}>{children}</Fact>
