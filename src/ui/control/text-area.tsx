import type { ComponentProps } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { LabelledField, inputClass, type Labelled } from './field.tsx'

export type TextAreaProps = Labelled & Omit<ComponentProps<'textarea'>, 'id' | 'className'>

/** Resizable vertically only. */
export function TextArea({ label, labelHidden, hint, error, className, ...area }: TextAreaProps) {
  return (
    <LabelledField
      {...{ label, labelHidden, hint, error, className }}
      renderControl={(wiring) => (
        <textarea
          {...area}
          {...wiring}
          className={classNames(inputClass, 'resize-y px-2.5 py-1.5 text-14 phone:text-16')}
        />
      )}
    />
  )
}
