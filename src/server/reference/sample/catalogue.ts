import { OBJECT_STATUS, type ObjectStatus } from '#/contract/codes.ts'
import type { SampleSignIn } from '#/contract/session.ts'
import type { ChannelCode } from './channels.ts'
import { EDGE_ACCOUNT } from './edge-cases/objects.ts'
import { PLACES, type PlaceName } from './places.ts'
import { TRADES, type TradeName } from './trades.ts'

/** What happens to an object, so that reports have something to find. */
export interface ObjectStory {
  /** The snippet was lost last Tuesday: what still comes has no web attribution. */
  readonly lost?: true
  /** Nothing came in the last hours, nor comes any more. */
  readonly silent?: number
  /** Nothing came since the midnight of its own clock, nor comes any more. */
  readonly silentToday?: true
  /** Most calls of the last hours were missed. */
  readonly misses?: number
  /** Tracking ended so many days ago. */
  readonly ended?: number
  /** A source that brings contacts but never a target one. */
  readonly barren?: ChannelCode
  /** A source whose calls are missed more often than the others'. */
  readonly missed?: ChannelCode
  /** Contacts at the end of the span for each one at its beginning; 1.3 unless told. */
  readonly growth?: number
}

export interface ObjectSpec {
  readonly title: string
  readonly trade: TradeName
  readonly place: PlaceName
  /** Host and path; empty for a number without a site. */
  readonly site: string
  /** Weight among all objects of the sample; 0 has no contacts. */
  readonly share: number
  readonly status?: ObjectStatus
  readonly story?: ObjectStory
  /** Percent of the tariff's sessions that are used. Otherwise the tariff is one that leaves enough. */
  readonly fill?: number
  /** The tariff counts no sessions. */
  readonly unlimited?: true
  /** Days since the count of sessions was reset; negative: days until the next reset; null: the service says neither. */
  readonly reset?: number | null
  /** Days until the paid period ends. */
  readonly paid?: number
  /** In place of the one made from the site. */
  readonly alias?: string
  /** In place of the next number, for an object that came after those behind it. */
  readonly id?: number
  /** Fields answered with something else than what is made, of any type; undefined leaves one out. */
  readonly details?: Readonly<Record<string, unknown>>
}

export interface AccountSpec {
  readonly email: string
  readonly company: string
  readonly person: string
  readonly objects: readonly ObjectSpec[]
  readonly statisticsOnly?: true
  readonly hiddenFields?: readonly string[]
}

/** Options of an object by how they are written; those of a story stand below `story`. */
const OPTIONS: Readonly<Record<string, 'number' | 'text' | 'flag' | 'story number' | 'story text' | 'story flag'>> = { status: 'text', fill: 'number', unlimited: 'flag', reset: 'number', paid: 'number', id: 'number', lost: 'story flag',
  silent: 'story number', silentToday: 'story flag', misses: 'story number', ended: 'story number', barren: 'story text',
  missed: 'story text', growth: 'story number',
} // prettier-ignore

const optionsOf = (text: string): Partial<ObjectSpec> => {
  const options: Record<string, unknown> = {}
  const story: Record<string, unknown> = {}
  for (const option of text.split(' ').filter(Boolean)) {
    const [name = '', value = ''] = option.split('=')
    const kind = OPTIONS[name]
    if (kind === undefined) throw new Error(`No such option of an object: ${option}`)
    const read = kind.endsWith('flag')
      ? true
      : kind.endsWith('text')
        ? value
        : value === 'none'
          ? null
          : Number(value)
    if (kind.startsWith('story')) story[name] = read
    else options[name] = read
  }
  return { ...options, ...(Object.keys(story).length > 0 && { story }) }
}

const isTrade = (name: string): name is TradeName => name in TRADES
const isPlace = (name: string): name is PlaceName => name in PLACES

/** The objects of a line: several of one trade, place and share differ by their paths. */
const objectsIn = (line: string): ObjectSpec[] => {
  const [titles = '', facts = '', options = ''] = line.split('|').map((cell) => cell.trim())
  const [trade = '', place = '', host = '', share] = facts.split(' ')
  if (!isTrade(trade) || !isPlace(place)) throw new Error(`No such trade or place: ${line}`)
  return titles.split('; ').map((named) => {
    const [title = '', path] = named.split(' @')
    const site = host === '-' ? '' : path === undefined ? host : `${host}/${path}`
    return { title, trade, place, site, share: Number(share), ...optionsOf(options) }
  })
}

/** Accounts, a line each: address, company, person, what is peculiar. Below each its objects: titles with paths; trade, place, site, share; options. */
const accountsOf = (text: string): AccountSpec[] =>
  text
    .trim()
    .split(/\n(?! )/)
    .map((block) => {
      const [head = '', ...objects] = block.split('\n')
      const [email = '', company = '', person = '', peculiar = ''] = head
        .split('|')
        .map((cell) => cell.trim())
      return {
        email,
        company,
        person,
        objects: objects.flatMap(objectsIn),
        ...(peculiar === 'statistics only' && { statisticsOnly: true as const }),
        ...(peculiar.startsWith('hides ') && { hiddenFields: peculiar.slice(6).split(' ') }),
      }
    })

const MARKETERS = accountsOf(`
igor@domograd.ru | Домоград | Игорь Лапин
  Домоград Окна | windows moscow okna.domograd.ru 110 | barren=PARTNER fill=93 reset=75
  Домоград Кровля | roofing moscow krovlya.domograd.ru 80 | missed=PAID_SEARCH
  Домоград Мебель | furniture petersburg mebel.domograd.ru 72 | silent=5 fill=40 reset=-12
  Домоград Недвижимость | housing krasnodar dom.domograd.ru 64 | growth=1.8 unlimited
  Домоград Урал | windows yekaterinburg ural.domograd.ru 23 | misses=50 growth=6
  Домоград Переезды | cargo moscow pereezd.domograd.ru 48 | lost
  Domograd Berlin | furniture berlin domograd.example/berlin 40 | growth=2.2
  Домоград Право | legal moscow pravo.domograd.ru 24 | reset=none
  Домоград Сочи | furniture krasnodar sochi.domograd.ru 0 | status=pending id=990
  Домоград Дача | roofing moscow dacha.domograd.ru 0 | status=check id=991
  Домоград Ремонт | windows moscow remont.domograd.ru 3 | status=disabled ended=75 id=992
  Домоград Архив | cargo moscow archive.domograd.ru 1 | status=deleted ended=130 id=993
olga@smilestudio.ru | Smile Studio | Ольга Лапина
  Smile Studio Kazan | dentist kazan smilestudio.ru 28
  Smile Studio Kids | dentist kazan smilestudio.ru/kids 9 | growth=2
`)

/** The agency's clients. Their order gives accounts and objects their numbers: new ones come last, or have an id. */
export const CLIENTS: readonly AccountSpec[] = accountsOf(`
info@severgroup.ru | Sever Group | Елена Соколова
  Dentika Tverskaya | dentist moscow dentika.ru/tverskaya 78 | fill=61 reset=67 paid=271 barren=PARTNER
  Dentika Sokol | dentist moscow dentika.ru/sokol 20 | fill=41 reset=42 paid=271
  Krovlya Sever | roofing petersburg krovlya-sever.ru 22 | fill=77 reset=66 paid=73 missed=PAID_SEARCH
  Krovlya Montazh | roofing petersburg montazh.krovlya-sever.ru 5 | fill=18 reset=30 paid=191
  Avtograd Service | car petersburg avtograd-service.ru 18 | fill=94 reset=100 paid=104
  Avtograd Kuzov | car petersburg kuzov.avtograd-service.ru 2 | status=disabled ended=75
  Hotel Neva 12 | hotel petersburg neva12.ru/bron 14 | fill=44 reset=30 paid=13
  Hotel Neva Fontanka | hotel petersburg neva-fontanka.ru 8 | fill=30 reset=60 paid=83
  Загородный клуб «Сосны» | hotel petersburg - 1
marketing@stomaplus.ru | Stoma Plus | Мария Белова | hides managers region
  Stoma Plus; Stoma Plus Арбат @arbat; Stoma Plus Митино @mitino; Stoma Plus Химки @khimki; Stoma Plus Дети @kids; Stoma Plus Импланты @implant | dentist moscow stomaplus.ru 6
hello@belyklyk.ru | Белый Клык, ветклиники | Ксения Волкова
  Белый Клык Перово @perovo; Белый Клык Тушино @tushino; Белый Клык Сокол @sokol; Белый Клык Мытищи @mytishchi; Белый Клык Хирургия @surgery; Белый Клык Лаборатория @lab | vet moscow belyklyk.ru 7
  Белый Клык Подольск | vet moscow belyklyk.ru/podolsk 0 | status=pending
  Белый Клык Аптека | vet moscow belyklyk.ru/apteka 1 | status=deleted ended=130
zakaz@severstroy.ru | Severstroy Krovlya | Роман Ершов
  Severstroy Krovlya; Severstroy Дача @dacha; Severstroy Фасады @fasad; Severstroy Сервис @servis | roofing petersburg severstroy.ru 5
  Severstroy Montazh | roofing petersburg severstroy.ru/montazh 6 | silent=5
info@motorservis.ru | Motor Servis | Павел Козлов
  Motor Servis; Motor Servis, шины @shiny | car moscow motorservis.ru 6
  Motor Servis, кузовной | car moscow motorservis.ru/kuzov 5 | silent=9
sales@ladoga-hotel.ru | Hotel Ladoga | Ирина Морозова
  Hotel Ladoga; Ladoga Spa @spa; Ladoga Events @event | hotel petersburg ladoga-hotel.ru 4
  Ladoga, Репино | hotel petersburg ladoga-hotel.ru/repino 4 | lost
office@orlovlegal.ru | Orlov Legal | Глеб Орлов | statistics only
  Orlov Legal; Orlov Legal, банкротство @bankrot | legal moscow orlovlegal.ru 3
lead@oknaprofi.ru | Okna Profi | Дмитрий Гусев
  Okna Profi; Okna Profi, Тула @tula; Okna Profi, балконы @balkon; Okna Profi, ремонт @remont; Okna Profi, дача @dacha | windows moscow oknaprofi.ru 4
  Okna Profi, Химки | windows moscow oknaprofi.ru/khimki 5 | silent=4
  Okna Profi, Клин | windows moscow oknaprofi.ru/klin 0 | status=check
sales@respark.ru | Residence Park | Алина Титова
  Residence Park; Residence Park Север @sever; Residence Park Море @more; Residence Park, паркинг @parking; Residence Park, ипотека @ipoteka | housing krasnodar respark.ru 3
shop@mebeldom.ru | Mebel Dom | Юлия Комарова
  Mebel Dom; Mebel Dom, кухни @kuhni; Mebel Dom, шкафы @shkafy; Mebel Dom, распродажа @outlet | furniture kazan mebeldom.ru 3
club@fitural.ru | Fitness Ural | Тимур Зайцев
  Fitness Ural Центр @centre; Fitness Ural Втузгородок @vtuz; Fitness Ural Дети @kids | fitness yekaterinburg fitural.ru 4
adm@liniya-vzglyada.ru | Клиника «Линия взгляда» | Вера Никитина
  «Линия взгляда»; «Линия взгляда», лазер @laser; «Линия взгляда», катаракта @cataract; «Линия взгляда», дети @kids; «Линия взгляда», оптика @optika | eyes petersburg liniya-vzglyada.ru 3
dispatch@topgruz.ru | TopGruz | Олег Макаров
  TopGruz; TopGruz, офисы @office | cargo moscow topgruz.ru 4
  TopGruz, эвакуатор 24 | towing moscow topgruz.ru/evakuator 24 | silentToday growth=20 id=994
  TopGruz, эвакуатор Владивосток | towing vladivostok topgruz.ru/vl 24 | silentToday growth=20 id=995
study@polyglot.school | Школа Polyglot | Полина Анисимова
  Школа Polyglot | school moscow polyglot.school 5
hallo@parkzahn.example | Parkzahn Berlin | Laura Weber
  Parkzahn; Parkzahn Orthodontics @orthodontics | dentist berlin parkzahn.example 4
pravo@centrprava.ru | Юридический центр «Право» | Виктор Сорокин | statistics only
  Центр «Право» | legal kazan centrprava.ru 3
admissions@oxbridge.example | Oxbridge House | Oliver Bennett
  Oxbridge House; Oxbridge House Kids @kids | school berlin oxbridge.example 2
kuhni@lad.ru | Кухни Лад | Наталья Кузьмина
  Кухни Лад; Кухни Лад, Сочи @sochi | furniture krasnodar kuhni-lad.ru 2
go@virazh.ru | Автошкола «Вираж» | Андрей Пономарёв
  Автошкола «Вираж»; «Вираж», мото @moto | driving kazan virazh.ru 3
bor@sosnovybor.ru | Пансионат «Сосновый бор» | Галина Фёдорова
  Пансионат «Сосновый бор» | hotel krasnodar sosnovybor.ru 4
ritm@ritmclub.ru | Клуб «Ритм» | Дарья Лебедева
  Клуб «Ритм» | fitness petersburg ritmclub.ru 3
zrenie@optika-plus.ru | Оптика Плюс | Светлана Ильина
  Оптика Плюс; Оптика Плюс, линзы @linzy | eyes yekaterinburg optika-plus.ru 2
dom@klyuch.ru | Агентство «Ключ» | Сергей Тарасов
  Агентство «Ключ» | housing yekaterinburg klyuch.ru 3
new@example.ru | New company | Алексей Новиков
`)

export const AGENCY = {
  name: 'Northline',
  domain: 'northline.ru',
  manager: {
    email: 'anna.kovaleva@northline.ru',
    company: 'Northline',
    person: 'Анна Ковалёва',
    objects: [],
  },
} as const satisfies { name: string; domain: string; manager: AccountSpec }

/** All accounts; their place here is their number. */
export const ACCOUNTS: readonly AccountSpec[] = [AGENCY.manager, ...MARKETERS, ...CLIENTS, EDGE_ACCOUNT]

export const accountOf = (email: string): AccountSpec => {
  const found = ACCOUNTS.find((account) => account.email === email)
  if (!found) throw new Error(`No such account: ${email}`)
  return found
}

/** Those that the service lists: all but the deleted ones. */
const objectsOf = (email: string) =>
  `${accountOf(email).objects.filter(({ status = 'active' }) => OBJECT_STATUS[status] !== OBJECT_STATUS.deleted).length} objects`

/** Accounts that the sign-in page offers. Passwords are meant to be read aloud; nothing real is behind them. */
export const SIGN_INS: readonly SampleSignIn[] = (
  [
    [AGENCY.manager.email, 'northline', 'agency_manager', `Agency manager, ${CLIENTS.length} clients`],
    ['igor@domograd.ru', 'domograd', 'marketer', (objects) => `Marketer, ${objects}, in every state`],
    ['olga@smilestudio.ru', 'smilestudio', 'small_marketer', (objects) => `Marketer, ${objects}`],
    [
      'info@severgroup.ru',
      'severgroup',
      'client',
      (objects) => `Client, ${objects}: dentist, roofing, car service, hotel`,
    ],
    [
      'office@orlovlegal.ru',
      'orlovlegal',
      'statistics_only',
      'Client, statistics only: no callers’ numbers, recordings or files',
    ],
    ['new@example.ru', 'newcomer', 'no_objects', 'Client, no objects yet'],
    [EDGE_ACCOUNT.email, 'edgecases', 'edge_cases', (objects) => `Edge cases, for testing, ${objects}`],
  ] satisfies [string, string, SampleSignIn['account'], string | ((objects: string) => string)][]
).map(([email, password, account, role]) => ({
  email,
  password,
  account,
  role: typeof role === 'string' ? role : role(objectsOf(email)),
}))
