import type { SampleAccount, SampleSignIn } from '#/contract/session.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'

const WORDS = {
  agency_manager: { title: m.sample_agency_manager, note: m.sample_agency_manager_note },
  marketer: { title: m.sample_marketer, note: m.sample_marketer_note },
  small_marketer: { title: m.sample_small_marketer, note: m.sample_small_marketer_note },
  client: { title: m.sample_client, note: m.sample_client_note },
  statistics_only: { title: m.sample_statistics_only, note: m.sample_statistics_only_note },
  no_objects: { title: m.sample_no_objects, note: m.sample_no_objects_note },
  edge_cases: { title: m.sample_edge_cases, note: m.sample_edge_cases_note },
} as const satisfies Record<SampleAccount, { title: () => string; note: () => string }>

/** The accounts of the built-in sample service, with their passwords: there is nothing to protect in them. */
export const SampleSignIns = ({
  samples,
  onFillIn,
}: {
  samples: readonly SampleSignIn[]
  onFillIn: (sample: SampleSignIn) => void
}) => (
  <section
    aria-labelledby="samples-heading"
    className="grid content-center border-l border-line bg-rail px-16 py-12 phone:border-t phone:border-l-0 phone:px-4 phone:py-6"
  >
    <h2 id="samples-heading" className="text-16">
      {m.sample_sign_ins()}
    </h2>
    <p className="mt-1 mb-6 max-w-[52ch] text-text-2">{m.sample_sign_ins_text()}</p>
    <ul className="border-b border-line-strong">
      {samples.map((sample) => {
        const { title, note } = WORDS[sample.account]
        return (
          <li
            key={sample.email}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,268px)_auto] items-center gap-4 border-t border-line-strong py-3 text-13 max-[1179px]:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div>
              <h3 className="text-14">{title()}</h3>
              <p className="text-text-3">{note()}</p>
            </div>
            <dl className="grid grid-cols-[72px_minmax(0,1fr)] max-[1179px]:col-span-2 max-[1179px]:row-start-2">
              <dt className="text-text-3">{m.email()}</dt>
              <dd className="truncate select-all">{sample.email}</dd>
              <dt className="text-text-3">{m.password()}</dt>
              <dd className="truncate select-all">{sample.password}</dd>
            </dl>
            <Button aria-label={m.fill_in_for({ role: title() })} onClick={() => onFillIn(sample)}>
              {m.fill_in()}
            </Button>
          </li>
        )
      })}
    </ul>
  </section>
)
