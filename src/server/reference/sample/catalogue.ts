import * as z from 'zod'
import { OBJECT_STATUSES } from '#/contract/codes.ts'
import type { SampleSignIn } from '#/contract/session.ts'

/**
 * What the sample consists of. A place is a line of `places.ts`, a trade one of `trades.ts` and a block of `trade-words.ts`, a source of
 * contacts one of `channels.ts`.
 *
 * Accounts, a line each: address, company, person, what is peculiar. Below each its objects: titles, those after the first with
 * their path on the site; trade, place, site (`-` for a number without one), weight among all objects (0 has no contacts), options.
 * Of these `alias` and `id` stand in place of what is made from the site and of the next number. `fill` is the percent of the
 * tariff's sessions that are used (else the tariff is one that leaves enough, or counts none: `unlimited`), `reset` the days since
 * their count was reset (negative: until it is; none: the service says neither), `paid` the days until the paid period ends. The
 * others are stories (see `stories.ts`): `lost`, the snippet was lost last Tuesday, and what still comes has no web attribution;
 * `silent`, nothing came in so many hours, nor comes any more; `silentToday`, the same since the midnight of its own clock;
 * `misses`, most calls of so many last hours were missed; `ended`, tracking ended so many days ago; `barren`, a source that never
 * brings a target contact; `missed`, one whose calls are missed more often; `growth`, contacts at the end of the span for each one
 * at its beginning.
 */
const MARKETERS = `
igor@domograd.ru | Домоград | Игорь Лапин
  Домоград Окна | windows msk okna.domograd.ru 110 barren=PARTNER fill=93 reset=75
  Домоград Кровля | roofing msk krovlya.domograd.ru 80 missed=PAID_SEARCH
  Домоград Мебель | furniture spb mebel.domograd.ru 72 silent=5 fill=40 reset=-12
  Домоград Недвижимость | housing krd dom.domograd.ru 64 growth=1.8 unlimited
  Домоград Урал | windows ekb ural.domograd.ru 30 misses=50 growth=6
  Домоград Переезды | cargo msk pereezd.domograd.ru 56 lost
  Domograd Berlin | furniture ber domograd.example/berlin 40 growth=2.2 fill=60
  Домоград Право | legal msk pravo.domograd.ru 24 reset=none
  Домоград Сочи | furniture krd sochi.domograd.ru 0 status=pending id=990
  Домоград Дача | roofing msk dacha.domograd.ru 0 status=check id=991
  Домоград Ремонт | windows msk remont.domograd.ru 3 status=disabled ended=75 id=992
  Домоград Архив | cargo msk archive.domograd.ru 1 status=deleted ended=130 id=993
olga@smilestudio.ru | Smile Studio | Ольга Лапина
  Smile Studio Kazan | dentist kzn smilestudio.ru 28
  Smile Studio Kids | dentist kzn smilestudio.ru/kids 9 growth=2
`

/** The agency's clients. Numbers follow from the order: append new ones, or give them an id. */
const CLIENT_LINES = `
info@severgroup.ru | Sever Group | Елена Соколова
  Dentika Tverskaya | dentist msk dentika.ru/tverskaya 110 fill=61 reset=67 paid=271 barren=PARTNER
  Dentika Sokol | dentist msk dentika.ru/sokol 20 fill=41 reset=42 paid=271
  Krovlya Sever | roofing spb krovlya-sever.ru 22 fill=77 reset=66 paid=73 missed=PAID_SEARCH
  Krovlya Montazh | roofing spb montazh.krovlya-sever.ru 5 fill=18 reset=30 paid=191
  Avtograd Service | car spb avtograd-service.ru 18 fill=94 reset=100 paid=104
  Avtograd Kuzov | car spb kuzov.avtograd-service.ru 2 status=disabled ended=75
  Hotel Neva 12 | hotel spb neva12.ru/bron 14 fill=44 reset=30 paid=13
  Hotel Neva Fontanka | hotel spb neva-fontanka.ru 8 fill=30 reset=60 paid=83
  Загородный клуб «Сосны» | hotel spb - 1
marketing@stomaplus.ru | Stoma Plus | Мария Белова | hides managers region
  Stoma Plus; Stoma Plus Арбат @arbat; Stoma Plus Митино @mitino; Stoma Plus Химки @khimki; Stoma Plus Дети @kids; Stoma Plus Импланты @implant | dentist msk stomaplus.ru 6
hello@belyklyk.ru | Белый Клык, ветклиники | Ксения Волкова
  Белый Клык Перово @perovo; Белый Клык Тушино @tushino; Белый Клык Сокол @sokol; Белый Клык Мытищи @mytishchi; Белый Клык Хирургия @surgery; Белый Клык Лаборатория @lab | vet msk belyklyk.ru 7
  Белый Клык Подольск | vet msk belyklyk.ru/podolsk 0 status=pending
  Белый Клык Аптека | vet msk belyklyk.ru/apteka 1 status=deleted ended=130
zakaz@severstroy.ru | Severstroy Krovlya | Роман Ершов
  Severstroy Krovlya; Severstroy Дача @dacha; Severstroy Фасады @fasad; Severstroy Сервис @servis | roofing spb severstroy.ru 5
  Severstroy Montazh | roofing spb severstroy.ru/montazh 6 silent=5
info@motorservis.ru | Motor Servis | Павел Козлов
  Motor Servis; Motor Servis, шины @shiny | car msk motorservis.ru 6
  Motor Servis, кузовной | car msk motorservis.ru/kuzov 5 silent=9
sales@ladoga-hotel.ru | Hotel Ladoga | Ирина Морозова
  Hotel Ladoga; Ladoga Spa @spa; Ladoga Events @event | hotel spb ladoga-hotel.ru 4
  Ladoga, Репино | hotel spb ladoga-hotel.ru/repino 4 lost
office@orlovlegal.ru | Orlov Legal | Глеб Орлов | statistics only
  Orlov Legal; Orlov Legal, банкротство @bankrot | legal msk orlovlegal.ru 3
lead@oknaprofi.ru | Okna Profi | Дмитрий Гусев
  Okna Profi; Okna Profi, Тула @tula; Okna Profi, балконы @balkon; Okna Profi, ремонт @remont; Okna Profi, дача @dacha | windows msk oknaprofi.ru 4
  Okna Profi, Химки | windows msk oknaprofi.ru/khimki 5 silent=4
  Okna Profi, Клин | windows msk oknaprofi.ru/klin 0 status=check
sales@respark.ru | Residence Park | Алина Титова
  Residence Park; Residence Park Север @sever; Residence Park Море @more; Residence Park, паркинг @parking; Residence Park, ипотека @ipoteka | housing krd respark.ru 3
shop@mebeldom.ru | Mebel Dom | Юлия Комарова
  Mebel Dom; Mebel Dom, кухни @kuhni; Mebel Dom, шкафы @shkafy; Mebel Dom, распродажа @outlet | furniture kzn mebeldom.ru 3
club@fitural.ru | Fitness Ural | Тимур Зайцев
  Fitness Ural Центр @centre; Fitness Ural Втузгородок @vtuz; Fitness Ural Дети @kids | fitness ekb fitural.ru 4
adm@liniya-vzglyada.ru | Клиника «Линия взгляда» | Вера Никитина
  «Линия взгляда»; «Линия взгляда», лазер @laser; «Линия взгляда», катаракта @cataract; «Линия взгляда», дети @kids; «Линия взгляда», оптика @optika | eyes spb liniya-vzglyada.ru 3
dispatch@topgruz.ru | TopGruz | Олег Макаров
  TopGruz; TopGruz, офисы @office | cargo msk topgruz.ru 4
  TopGruz, эвакуатор 24 | towing msk topgruz.ru/evakuator 24 silentToday growth=20 id=994
  TopGruz, эвакуатор Владивосток | towing vvo topgruz.ru/vl 24 silentToday growth=20 id=995
study@polyglot.school | Школа Polyglot | Полина Анисимова
  Школа Polyglot | school msk polyglot.school 5
hallo@parkzahn.example | Parkzahn Berlin | Laura Weber
  Parkzahn; Parkzahn Orthodontics @orthodontics | dentist ber parkzahn.example 4
pravo@centrprava.ru | Юридический центр «Право» | Виктор Сорокин | statistics only
  Центр «Право» | legal kzn centrprava.ru 3
admissions@oxbridge.example | Oxbridge House | Oliver Bennett
  Oxbridge House; Oxbridge House Kids @kids | school ber oxbridge.example 2
kuhni@lad.ru | Кухни Лад | Наталья Кузьмина
  Кухни Лад; Кухни Лад, Сочи @sochi | furniture krd kuhni-lad.ru 2
go@virazh.ru | Автошкола «Вираж» | Андрей Пономарёв
  Автошкола «Вираж»; «Вираж», мото @moto | driving kzn virazh.ru 3
bor@sosnovybor.ru | Пансионат «Сосновый бор» | Галина Фёдорова
  Пансионат «Сосновый бор» | hotel krd sosnovybor.ru 4
ritm@ritmclub.ru | Клуб «Ритм» | Дарья Лебедева
  Клуб «Ритм» | fitness spb ritmclub.ru 8
zrenie@optika-plus.ru | Оптика Плюс | Светлана Ильина
  Оптика Плюс; Оптика Плюс, линзы @linzy | eyes ekb optika-plus.ru 2
dom@klyuch.ru | Агентство «Ключ» | Сергей Тарасов
  Агентство «Ключ» | housing ekb klyuch.ru 3
new@example.ru | New company | Алексей Новиков
`

/** An account for edge cases, so that the others look realistic: see `edge-cases/objects.ts`. */
const EDGE = `
edge@example.ru | Edge cases | Эдуард Крайний
  Edge cases | furniture msk edge.example.ru 0 alias=edge-cases id=109
  Яхты | furniture msk hostile.example.ru 0 alias=hostile-title id=999
  Яхты: враждебное письмо | furniture msk mail.example.ru 0 alias=hostile-email id=998
`

const number = z.coerce.number()
const flag = z.literal(true).optional()
const objectSpec = z.strictObject({
  title: z.string(),
  trade: z.string(),
  place: z.string(),
  site: z.string(),
  share: number,
  status: z.enum(OBJECT_STATUSES).default('active'),
  alias: z.string().optional(),
  id: number.optional(),
  fill: number.optional(),
  unlimited: flag,
  reset: z.union([z.literal('none'), number]).optional(),
  paid: number.optional(),
  lost: flag,
  silent: number.default(0),
  silentToday: flag,
  misses: number.default(0),
  ended: number.default(0),
  barren: z.string().optional(),
  missed: z.string().optional(),
  growth: number.default(1.3),
})
export type ObjectSpec = z.infer<typeof objectSpec>

export interface AccountSpec {
  readonly email: string
  readonly company: string
  readonly person: string
  /** `statistics only`, or `hides` and fields; mostly empty. */
  readonly peculiar: string
  readonly objects: readonly ObjectSpec[]
}

const objectsOf = (line: string): ObjectSpec[] => {
  const [titles = '', facts = ''] = line.trim().split(' | ')
  const [trade, place, host = '', share, ...options] = facts.split(' ')
  return titles.split('; ').map((named) => {
    const [title, path] = named.split(' @')
    const site = host === '-' ? '' : path === undefined ? host : `${host}/${path}`
    const flags = options.map((option) => {
      const [name = '', value = true] = option.split('=')
      return [name, value] as const
    })
    return objectSpec.parse({ title, trade, place, site, share, ...Object.fromEntries(flags) })
  })
}

const accountsOf = (text: string): AccountSpec[] =>
  text
    .trim()
    .split(/\n(?! )/)
    .map((block) => {
      const [head = '', ...lines] = block.split('\n')
      const [email = '', company = '', person = '', peculiar = ''] = head.split(' | ')
      return { email, company, person, peculiar, objects: lines.flatMap(objectsOf) }
    })

const [manager] = accountsOf('anna.kovaleva@northline.ru | Northline | Анна Ковалёва') as [AccountSpec]
export const AGENCY = { name: 'Northline', domain: 'northline.ru', manager }
export const [EDGE_ACCOUNT] = accountsOf(EDGE) as [AccountSpec]
export const CLIENTS: readonly AccountSpec[] = accountsOf(CLIENT_LINES)

/** An account's index is its number. */
export const ACCOUNTS: readonly AccountSpec[] = [
  AGENCY.manager,
  ...accountsOf(MARKETERS),
  ...CLIENTS,
  EDGE_ACCOUNT,
]

export const accountOf = (email: string): AccountSpec => {
  const found = ACCOUNTS.find((account) => account.email === email)
  if (!found) throw new Error(`No such account: ${email}`)
  return found
}

/**
 * Accounts on the sign-in page: address, password, and what the account shows; `#` is the number of its
 * clients or listed objects. The passwords are public on purpose.
 */
const OFFERED: Readonly<Record<SampleSignIn['account'], string>> = {
  agency_manager: 'anna.kovaleva@northline.ru northline Agency manager, # clients',
  marketer: 'igor@domograd.ru domograd Marketer, # objects, in every state',
  small_marketer: 'olga@smilestudio.ru smilestudio Marketer, # objects',
  client: 'info@severgroup.ru severgroup Client, # objects: dentist, roofing, car service, hotel',
  statistics_only:
    'office@orlovlegal.ru orlovlegal Client, statistics only: no callers’ numbers, recordings or files',
  no_objects: 'new@example.ru newcomer Client, no objects yet',
  edge_cases: 'edge@example.ru edgecases Edge cases, for testing, # objects',
}
export const SIGN_INS: readonly SampleSignIn[] = Object.entries(OFFERED).map(([account, line]) => {
  const [email = '', password = '', ...role] = line.split(' ')
  const owner = accountOf(email)
  const counted =
    owner === AGENCY.manager ? CLIENTS : owner.objects.filter(({ status }) => status !== 'deleted')
  return {
    email,
    password,
    account: account as SampleSignIn['account'],
    role: role.join(' ').replace('#', String(counted.length)),
  }
})
