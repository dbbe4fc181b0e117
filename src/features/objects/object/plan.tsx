import { useQuery } from '@tanstack/react-query'
import { planQuery } from '#/api/plans.ts'
import type { Scope } from '#/api/client.ts'
import { isApiError } from '#/api/error.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import type { ObjRead } from '#/contract/object.ts'
import { CountCell } from '#/features/objects/list/object-cells.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { TextValue } from '#/domain/marks/values.tsx'
import { formatMoney } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Fact } from '#/ui/data/fact-list.tsx'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { WideFacts, YesNo } from './field-values.tsx'
import { isNothing, JsonBlock } from './json-block.tsx'

/** Region "Plan": what the object pays for, and what the price list says of it today. */
export const PlanSection = ({ object: { tariff, tariff_items: items } }: { object: ObjRead }) => (
  <Section title={m.object_plan()}>
    {tariff === null ? (
      <p className="text-13 text-text-2">{m.object_plan_none()}</p>
    ) : (
      <div className="grid gap-x-8 @min-[720px]:grid-cols-2">
        <Section level={3} title={m.object_plan_of_object()} className="pt-0!">
          <Tariff tariff={tariff} />
        </Section>
        <Section level={3} title={m.object_plan_now()} className="pt-0!">
          <PriceList name={tariff.name ?? ''} />
        </Section>
      </div>
    )}
    {(tariff !== null || !isNothing(items)) && (
      <Section level={3} title={m.object_plan_items()} className="pt-0! pb-0!">
        {isNothing(items) ? (
          <p className="text-13 text-text-2">{m.object_plan_no_items()}</p>
        ) : (
          <div className="max-w-160">
            <JsonBlock value={items} />
          </div>
        )}
      </Section>
    )}
  </Section>
)

const Tariff = ({ tariff }: { tariff: NonNullable<ObjRead['tariff']> }) => (
  <WideFacts>
    <Fact label={m.object_tariff()}>
      <TextValue value={tariff.name} />
      {tariff.id !== null && (
        <span className="block text-12 text-text-3">{m.object_place_id({ id: tariff.id })}</span>
      )}
    </Fact>
    <Fact label={m.object_plan_sessions()}>
      {tariff.sessions === null ? (
        <span title={m.object_plan_unlimited_why()}>{m.object_plan_unlimited()}</span>
      ) : (
        <CountCell value={tariff.sessions} />
      )}
    </Fact>
    <Fact label={m.object_numbers()}>
      <CountCell value={tariff.numbers} />
    </Fact>
    <Fact label={m.object_plan_multiregion()}>
      <YesNo value={tariff.multiregion} />
    </Fact>
    <Fact label={m.object_plan_price()}>
      {tariff.price === null ? (
        <Absent reason={m.not_supplied()} />
      ) : (
        <span className="tabular-nums">{formatMoney(tariff.price)}</span>
      )}
    </Fact>
  </WideFacts>
)

/** The plan by the tariff's name; one that cannot stand in an address is not asked for. */
const PriceList = ({ name }: { name: string }) => {
  const { scope } = useSignedIn()
  if (name.trim() === '') return <p className="text-13 text-text-2">{m.object_plan_unnamed()}</p>
  if (!isPathValue('plan_name', name))
    return <p className="text-13 text-text-2">{m.object_plan_unaskable()}</p>
  return <FoundPlan key={name} scope={scope} name={name} />
}

const FoundPlan = ({ scope, name }: { scope: Scope; name: string }) => {
  const query = useQuery(planQuery(scope, name))
  if (isApiError(query.error, 'not-found'))
    return (
      <StateMessage icon="info" level={3} title={m.object_plan_gone()} className="py-1!">
        {m.object_plan_gone_text()}
      </StateMessage>
    )
  if (!query.data)
    return query.error ? (
      <LoadError
        error={query.error}
        title={m.object_plan_failed()}
        level={3}
        className=""
        onRetry={() => void query.refetch()}
      />
    ) : (
      <>
        <SkeletonLines lines={4} label={m.object_plan_loading()} />
        <PendingNotice query={query} queryKey={planQuery(scope, name).queryKey} />
      </>
    )
  const { title, price, sessions, numbers, name: planName } = query.data
  return (
    <>
      <div className="-mx-4 empty:hidden">
        <StaleNotice query={query} />
      </div>
      <WideFacts>
        <Fact label={m.object_plan_title()}>
          <TextValue value={title} />
        </Fact>
        <Fact label={m.object_plan_name()}>
          <TextValue value={planName} />
        </Fact>
        <Fact label={m.object_plan_sessions()}>
          <CountCell value={sessions} />
        </Fact>
        <Fact label={m.object_numbers()}>
          <CountCell value={numbers} />
        </Fact>
        <Fact label={m.object_plan_price()}>
          <TextValue value={price} />
        </Fact>
      </WideFacts>
    </>
  )
}
