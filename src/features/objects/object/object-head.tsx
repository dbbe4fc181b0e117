import { Link, useLocation } from '@tanstack/react-router'
import type { ObjRead } from '#/contract/object.ts'
import { DueBadges, Tracking } from '#/features/objects/list/object-cells.tsx'
import { objectName } from '#/domain/cells/object-name.ts'
import { useLinkTo } from '#/domain/navigation-context.ts'
import { useWayBack } from '#/domain/session/way-back.ts'
import { UrlValue } from '#/domain/cells/values.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { buttonClass } from '#/ui/control/button.tsx'
import { Badge } from '#/ui/data/badge.tsx'
import { Icon } from '#/ui/icon.tsx'

const NAME_SHOWN = 200

export const BackToObjects = () => {
  const isBefore = useLocation({ select: ({ state }) => state.fromObjects === true })
  return (
    <Link
      {...useWayBack(isBefore)}
      to="/objects"
      // Aligns its text with the page's edge.
      className={classNames(buttonClass({ variant: 'ghost' }), '-ml-2.5')}
    >
      <Icon name="chevron-left" />
      {m.objects_title()}
    </Link>
  )
}

export const ObjectHead = ({ object }: { object: ObjRead }) => {
  const linkTo = useLinkTo()
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line pb-4">
      <h1 className="min-w-0 text-24 wrap-anywhere">
        <bdi>{objectName(object).slice(0, NAME_SHOWN)}</bdi>
      </h1>
      <Tracking on={object.is_tracking} isNamed />
      <DueBadges object={object} />
      {object.is_upgradable && <Badge>{m.upgradable()}</Badge>}
      <span className="min-w-0 wrap-anywhere text-text-2 phone:basis-full">
        {object.site_url?.trim() ? (
          <UrlValue value={object.site_url} absent={m.object_no_site()} />
        ) : (
          <span className="text-text-3">{m.object_no_site()}</span>
        )}
      </span>
      <div className="ml-auto flex flex-wrap gap-x-3 gap-y-2 phone:ml-0">
        <Link data-tool="overview" {...linkTo('/overview', object.oid)} className={buttonClass()}>
          <Icon name="overview" />
          {m.overview_open()}
        </Link>
        <Link data-tool="journal" {...linkTo('/calls', object.oid)} className={buttonClass()}>
          <Icon name="journal" />
          {m.object_open_journal()}
        </Link>
      </div>
    </header>
  )
}
