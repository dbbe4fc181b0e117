import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ObjRead } from '#/contract/object.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { clockTime, counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button, linkClass } from '#/ui/control/button.tsx'
import { useCopy } from '#/ui/control/copy-button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { LiveRegion } from '#/ui/state/live-region.tsx'
import type { FirstRunState } from './use-first-run.ts'

/** Onboarding: steps before there are contacts to count; polls by itself. */
export const FirstRun = ({ objects, checkedAt, isChecking, checkNow }: FirstRunState) => {
  const { session } = useSignedIn()
  const [object] = objects
  const hasObject = object !== undefined
  return (
    <section aria-labelledby="first-run" className="max-w-180 px-4 pt-8 pb-12 text-14">
      <h2 id="first-run" className="text-24">
        {hasObject ? m.first_run_almost() : m.first_run_title()}
      </h2>
      <p className="mt-1 text-text-2">{hasObject ? m.first_run_almost_text() : m.first_run_text()}</p>
      <ol className="mt-5 border-b border-line-strong">
        {hasObject ? (
          <Step number={null} title={m.first_run_found({ object: objectName(object) })}>
            <Found objects={objects} />
          </Step>
        ) : (
          <Step number={1} isCurrent title={m.first_run_create()}>
            <p>{m.first_run_create_text()}</p>
          </Step>
        )}
        <Step number={2} isCurrent={hasObject} title={m.first_run_paste()}>
          <p>{hasObject ? m.first_run_paste_found() : m.first_run_paste_text()}</p>
          {hasObject && <Snippet object={object} />}
        </Step>
        <Step number={3} title={m.first_run_call()}>
          <p>{m.first_run_call_text({ site: object?.site_url?.trim() || m.first_run_the_site() })}</p>
        </Step>
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-3 text-13">
        <div className="flex min-w-0 grow basis-72 gap-2">
          <Icon name="refresh" className="mt-0.5 shrink-0 text-accent" />
          <p className="min-w-0 text-text-2" role="status">
            <strong className="text-text">{m.first_run_checking()}</strong>{' '}
            {hasObject
              ? m.first_run_no_contact({ time: clockTime(checkedAt) })
              : m.first_run_no_object({ time: clockTime(checkedAt) })}
          </p>
        </div>
        <Button pending={isChecking} variant={hasObject ? 'default' : 'primary'} onClick={checkNow}>
          {m.first_run_check()}
        </Button>
      </div>
      {session.user?.is_agency_manager && <p className="mt-3 text-13 text-text-3">{m.first_run_client()}</p>}
    </section>
  )
}

const Step = ({
  number,
  title,
  isCurrent = false,
  children,
}: {
  number: number | null
  title: string
  isCurrent?: boolean
  children: ReactNode
}) => (
  <li
    aria-current={isCurrent ? 'step' : undefined}
    className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-4 border-t border-line py-5"
  >
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-6 place-items-center rounded-full text-13 font-semibold',
        number === null
          ? 'text-answered'
          : isCurrent
            ? 'bg-accent text-on-accent forced-colors:border'
            : 'border border-line-control text-text-2',
      )}
    >
      {number ?? <Icon name="check" />}
    </span>
    <div className="min-w-0 text-text-2">
      <h3 className={classNames('text-16', isCurrent || number === null ? 'text-text' : 'text-text-2')}>
        <bdi>{title}</bdi>
      </h3>
      {children}
    </div>
  </li>
)

const Found = ({ objects }: { objects: readonly ObjRead[] }) => {
  const [object, ...others] = objects
  if (object === undefined) return null
  const numbers = object.client_phone_numbers?.length ?? 0
  return (
    <p>
      {[object.site_url, numbers > 0 ? m.first_run_numbers(counted(numbers)) : null]
        .filter(Boolean)
        .join(', ')}
      {others.length > 0 && (
        <>
          {' '}
          <Link to="/objects" className={linkClass}>
            {m.first_run_others(counted(others.length))}
          </Link>
        </>
      )}
    </p>
  )
}

const Snippet = ({ object: { js_code: code, oid } }: { object: ObjRead }) => {
  const { state, copy } = useCopy(code ?? '')
  if (code === null || code.trim() === '')
    return (
      <p className="mt-2">
        <Link to="/objects/$oid" params={{ oid }} hash="tracking-script" className={linkClass}>
          {m.first_run_no_snippet()}
        </Link>
      </p>
    )
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it */}
      <pre
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={m.snippet_title()}
        className="mt-3 max-h-60 overflow-auto rounded-2 bg-rail p-3 font-mono text-12 wrap-anywhere whitespace-pre-wrap text-text"
      >
        {code}
      </pre>
      <Button
        variant="primary"
        icon={state === 'copied' ? 'check' : 'copy'}
        className="mt-3"
        onClick={() => void copy()}
      >
        {m.snippet_copy()}
      </Button>
      <LiveRegion>
        {state === 'copied' ? m.copied() : state === 'manual' ? m.copy_refused() : null}
      </LiveRegion>
    </>
  )
}
