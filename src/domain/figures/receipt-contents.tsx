import { useId } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { Fact, FactList } from '#/ui/data/fact-list.tsx'
import type { Receipt } from './receipt.tsx'

export const ReceiptContents = ({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) => {
  const id = useId()
  return (
    <article aria-labelledby={id} className="text-left text-13 font-normal whitespace-normal">
      <header className="flex items-start gap-2 bg-raised desk:sticky desk:-top-4 desk:z-sticky desk:-mx-4 desk:-mt-4 desk:px-4 desk:pt-4 desk:pb-1.5">
        <h2 id={id} className="min-w-0 grow text-16 tabular-nums">
          {receipt.title} <span className="ml-1">{receipt.value}</span>
        </h2>
        <IconButton
          icon="close"
          label={m.close()}
          data-autofocus
          onClick={onClose}
          className="-my-0.5 -mr-1.5 touch:-my-2"
        />
      </header>
      <p className="mt-1.5 text-text-2">{receipt.definition}</p>
      <div className="mt-2.5 tabular-nums">
        <FactList>
          {receipt.inputs.map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </FactList>
      </div>
      {receipt.notes.length > 0 && (
        <ul className="mt-3 grid gap-1 text-12 text-text-3">
          {receipt.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {receipt.changes}
      <Decided receipt={receipt} />
      {receipt.actions !== undefined && (
        <footer className="mt-4 flex flex-wrap items-center gap-2 bg-raised desk:sticky desk:-bottom-4 desk:-mx-4 desk:-mb-4 desk:border-t desk:border-line desk:px-4 desk:py-3 phone:[&>*]:h-10">
          {receipt.actions}
        </footer>
      )}
    </article>
  )
}

const Decided = ({ receipt: { formula, rules = [] } }: { receipt: Receipt }) =>
  formula === null && rules.length === 0 ? null : (
    <details className="mt-3 border-t border-line">
      <summary className="w-fit rounded-1 py-1.5 text-text-2 hover:text-text phone:py-2.5">
        {m.receipt_decided()}
      </summary>
      {formula !== null && <p className="pb-2.5 font-semibold tabular-nums phone:text-14">{formula}</p>}
      {rules.length > 0 && (
        <ul className="grid gap-1 pb-2.5 text-text-2">
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
    </details>
  )

export const receiptContents = (make: () => Receipt) => (close: () => void) => (
  <ReceiptContents receipt={make()} onClose={close} />
)
