import { m } from '#/i18n/paraglide/messages.js'
import type { AppPage } from '#/app/pages.ts'

export interface TourStep {
  readonly title: string
  readonly text: string
  /** The page that is opened for it; without one it is about the header. */
  readonly page?: AppPage['to']
  /** What it speaks of; null: not on screen. */
  readonly target: () => Element | null
}

const entry = (page: AppPage['to']) => () =>
  document.querySelector(`:is(.frame-rail, .frame-tabbar) a[href^="${page}"]`)

/** A button of the header, by the name it has as a word or as an icon. */
const button = (name: string) => () =>
  [...document.querySelectorAll('.frame-header button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent).startsWith(name),
  ) ?? null

/**
 * The tour in its order: what each page is there for, then what helps on all of them.
 * @param client the one it shows, for who has several
 * @param keys the keys of pages are there to be pressed
 */
export const tourSteps = ({
  client,
  keys,
}: {
  client: string | null
  keys: boolean
}): readonly TourStep[] => [
  ...(client === null
    ? []
    : [
        {
          title: m.nav_clients(),
          text: m.tour_clients({ name: client }),
          page: '/clients' as const,
          target: entry('/clients'),
        },
      ]),
  { title: m.nav_overview(), text: m.tour_overview(), page: '/overview', target: entry('/overview') },
  { title: m.nav_journal(), text: m.tour_journal(), page: '/calls', target: entry('/calls') },
  { title: m.nav_objects(), text: m.tour_objects(), page: '/objects', target: entry('/objects') },
  {
    title: m.palette_title(),
    text: keys ? `${m.tour_go_to()} ${m.tour_keys()}` : m.tour_go_to(),
    target: button(m.palette_title()),
  },
  { title: m.account(), text: m.tour_account(), target: button(m.account()) },
]
