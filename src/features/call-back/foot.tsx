import { keysAsked } from '#/domain/preferences/shortcuts.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Kbd } from '#/ui/kbd.tsx'

/** How it is ordered, and what the keys do. */
export const Foot = () => (
  <footer className="sticky bottom-0 mt-auto flex min-h-8 flex-wrap items-center gap-x-4 border-t border-line bg-bg px-4 text-12 text-text-3 phone:static phone:py-2">
    <span className="mr-auto">{m.call_back_order()}</span>
    {(
      [
        [['j', 'k'], m.call_back_key_move],
        [['Enter'], m.call_back_key_dial],
        [['C'], m.call_back_key_called],
        [['N'], m.call_back_key_no_answer],
      ] as const
    ).map(([keys, word]) => (
      <span key={keys.join('')} className="inline-flex items-center gap-1 phone:hidden">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
        {word()}
      </span>
    ))}
    <button
      type="button"
      className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-1 px-1 hover:bg-hover hover:text-text phone:hidden"
      onClick={() => keysAsked.tell()}
    >
      <Kbd>?</Kbd>
      {m.call_back_key_all()}
    </button>
  </footer>
)
