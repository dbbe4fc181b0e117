import type { ObjectStatus } from '#/contract/codes.ts'
import type { SampleSignIn } from '#/contract/session.ts'
import { AGENCY, LARGE_MARKETER, one, SMALL_MARKETER, type AccountSpec, type ObjectSpec } from './accounts.ts'
import { EDGE_ACCOUNT } from './edge-cases/objects.ts'
import type { PlaceName } from './places.ts'
import type { TradeName } from './trades.ts'

/** Objects of one trade and host that differ by path and title. */
const branches = (
  trade: TradeName,
  place: PlaceName,
  host: string,
  share: number,
  titles: Readonly<Record<string, string>>,
): ObjectSpec[] =>
  Object.entries(titles).map(([path, title]) =>
    one(title, trade, place, path ? `${host}/${path}` : host, share),
  )

const ended = (status: ObjectStatus, endedDaysAgo: number) => ({ status, story: { endedDaysAgo } })

const SEVER_GROUP: AccountSpec = {
  email: 'info@severgroup.ru',
  company: 'Sever Group',
  person: 'Елена Соколова',
  objects: [
    one('Dentika Tverskaya', 'dentist', 'moscow', 'dentika.ru/tverskaya', 78, {
      sessions: [18_240, 30_000],
      resetDaysAgo: 67,
      paidDays: 271,
      story: { barren: 'PARTNER' },
    }),
    one('Dentika Sokol', 'dentist', 'moscow', 'dentika.ru/sokol', 20, {
      sessions: [6_120, 15_000],
      resetDaysAgo: 42,
      paidDays: 271,
    }),
    one('Krovlya Sever', 'roofing', 'petersburg', 'krovlya-sever.ru', 22, {
      sessions: [7_730, 10_000],
      resetDaysAgo: 66,
      paidDays: 73,
      story: { missed: 'PAID_SEARCH' },
    }),
    one('Krovlya Montazh', 'roofing', 'petersburg', 'montazh.krovlya-sever.ru', 5, {
      sessions: [890, 5_000],
      resetDaysAgo: 30,
      paidDays: 191,
    }),
    one('Avtograd Service', 'car', 'petersburg', 'avtograd-service.ru', 18, {
      sessions: [9_412, 10_000],
      resetDaysAgo: 100,
      paidDays: 104,
    }),
    one('Avtograd Kuzov', 'car', 'petersburg', 'kuzov.avtograd-service.ru', 2, ended('disabled', 75)),
    one('Hotel Neva 12', 'hotel', 'petersburg', 'neva12.ru/bron', 14, {
      sessions: [2_210, 5_000],
      resetDaysAgo: 30,
      paidDays: 13,
    }),
    one('Hotel Neva Fontanka', 'hotel', 'petersburg', 'neva-fontanka.ru', 8, {
      sessions: [1_480, 5_000],
      resetDaysAgo: 60,
      paidDays: 83,
    }),
    one('Загородный клуб «Сосны»', 'hotel', 'petersburg', '', 1),
  ],
}

export const CLIENTS: readonly AccountSpec[] = [
  SEVER_GROUP,
  {
    email: 'marketing@stomaplus.ru',
    company: 'Stoma Plus',
    person: 'Мария Белова',
    hiddenFields: ['managers', 'region'],
    objects: branches('dentist', 'moscow', 'stomaplus.ru', 6, {
      '': 'Stoma Plus',
      arbat: 'Stoma Plus Арбат',
      mitino: 'Stoma Plus Митино',
      khimki: 'Stoma Plus Химки',
      kids: 'Stoma Plus Дети',
      implant: 'Stoma Plus Импланты',
    }),
  },
  {
    email: 'hello@belyklyk.ru',
    company: 'Белый Клык, ветклиники',
    person: 'Ксения Волкова',
    objects: [
      ...branches('vet', 'moscow', 'belyklyk.ru', 7, {
        perovo: 'Белый Клык Перово',
        tushino: 'Белый Клык Тушино',
        sokol: 'Белый Клык Сокол',
        mytishchi: 'Белый Клык Мытищи',
        surgery: 'Белый Клык Хирургия',
        lab: 'Белый Клык Лаборатория',
      }),
      one('Белый Клык Подольск', 'vet', 'moscow', 'belyklyk.ru/podolsk', 0, { status: 'pending' }),
      one('Белый Клык Аптека', 'vet', 'moscow', 'belyklyk.ru/apteka', 1, ended('deleted', 130)),
    ],
  },
  {
    email: 'zakaz@severstroy.ru',
    company: 'Severstroy Krovlya',
    person: 'Роман Ершов',
    objects: [
      ...branches('roofing', 'petersburg', 'severstroy.ru', 5, {
        '': 'Severstroy Krovlya',
        dacha: 'Severstroy Дача',
        fasad: 'Severstroy Фасады',
        servis: 'Severstroy Сервис',
      }),
      one('Severstroy Montazh', 'roofing', 'petersburg', 'severstroy.ru/montazh', 6, {
        story: { silentHours: 5 },
      }),
    ],
  },
  {
    email: 'info@motorservis.ru',
    company: 'Motor Servis',
    person: 'Павел Козлов',
    objects: [
      ...branches('car', 'moscow', 'motorservis.ru', 6, { '': 'Motor Servis', shiny: 'Motor Servis, шины' }),
      one('Motor Servis, кузовной', 'car', 'moscow', 'motorservis.ru/kuzov', 5, {
        story: { silentHours: 9 },
      }),
    ],
  },
  {
    email: 'sales@ladoga-hotel.ru',
    company: 'Hotel Ladoga',
    person: 'Ирина Морозова',
    objects: [
      ...branches('hotel', 'petersburg', 'ladoga-hotel.ru', 4, {
        '': 'Hotel Ladoga',
        spa: 'Ladoga Spa',
        event: 'Ladoga Events',
      }),
      one('Ladoga, Репино', 'hotel', 'petersburg', 'ladoga-hotel.ru/repino', 4, {
        story: { snippetLost: true },
      }),
    ],
  },
  {
    email: 'office@orlovlegal.ru',
    company: 'Orlov Legal',
    person: 'Глеб Орлов',
    statisticsOnly: true,
    objects: branches('legal', 'moscow', 'orlovlegal.ru', 3, {
      '': 'Orlov Legal',
      bankrot: 'Orlov Legal, банкротство',
    }),
  },
  {
    email: 'lead@oknaprofi.ru',
    company: 'Okna Profi',
    person: 'Дмитрий Гусев',
    objects: [
      ...branches('windows', 'moscow', 'oknaprofi.ru', 4, {
        '': 'Okna Profi',
        tula: 'Okna Profi, Тула',
        balkon: 'Okna Profi, балконы',
        remont: 'Okna Profi, ремонт',
        dacha: 'Okna Profi, дача',
      }),
      one('Okna Profi, Химки', 'windows', 'moscow', 'oknaprofi.ru/khimki', 5, { story: { silentHours: 4 } }),
      one('Okna Profi, Клин', 'windows', 'moscow', 'oknaprofi.ru/klin', 0, { status: 'check' }),
    ],
  },
  {
    email: 'sales@respark.ru',
    company: 'Residence Park',
    person: 'Алина Титова',
    objects: branches('housing', 'krasnodar', 'respark.ru', 3, {
      '': 'Residence Park',
      sever: 'Residence Park Север',
      more: 'Residence Park Море',
      parking: 'Residence Park, паркинг',
      ipoteka: 'Residence Park, ипотека',
    }),
  },
  {
    email: 'shop@mebeldom.ru',
    company: 'Mebel Dom',
    person: 'Юлия Комарова',
    objects: branches('furniture', 'kazan', 'mebeldom.ru', 3, {
      '': 'Mebel Dom',
      kuhni: 'Mebel Dom, кухни',
      shkafy: 'Mebel Dom, шкафы',
      outlet: 'Mebel Dom, распродажа',
    }),
  },
  {
    email: 'club@fitural.ru',
    company: 'Fitness Ural',
    person: 'Тимур Зайцев',
    objects: branches('fitness', 'yekaterinburg', 'fitural.ru', 4, {
      centre: 'Fitness Ural Центр',
      vtuz: 'Fitness Ural Втузгородок',
      kids: 'Fitness Ural Дети',
    }),
  },
  {
    email: 'adm@liniya-vzglyada.ru',
    company: 'Клиника «Линия взгляда»',
    person: 'Вера Никитина',
    objects: branches('eyes', 'petersburg', 'liniya-vzglyada.ru', 3, {
      '': '«Линия взгляда»',
      laser: '«Линия взгляда», лазер',
      cataract: '«Линия взгляда», катаракта',
      kids: '«Линия взгляда», дети',
      optika: '«Линия взгляда», оптика',
    }),
  },
  {
    email: 'dispatch@topgruz.ru',
    company: 'TopGruz',
    person: 'Олег Макаров',
    objects: branches('cargo', 'moscow', 'topgruz.ru', 4, { '': 'TopGruz', office: 'TopGruz, офисы' }),
  },
  {
    email: 'study@polyglot.school',
    company: 'Школа Polyglot',
    person: 'Полина Анисимова',
    objects: [one('Школа Polyglot', 'school', 'moscow', 'polyglot.school', 5)],
  },
  {
    email: 'hallo@parkzahn.example',
    company: 'Parkzahn Berlin',
    person: 'Laura Weber',
    objects: branches('dentist', 'berlin', 'parkzahn.example', 4, {
      '': 'Parkzahn',
      orthodontics: 'Parkzahn Orthodontics',
    }),
  },
  {
    email: 'pravo@centrprava.ru',
    company: 'Юридический центр «Право»',
    person: 'Виктор Сорокин',
    statisticsOnly: true,
    objects: [one('Центр «Право»', 'legal', 'kazan', 'centrprava.ru', 3)],
  },
  {
    email: 'admissions@oxbridge.example',
    company: 'Oxbridge House',
    person: 'Oliver Bennett',
    objects: branches('school', 'berlin', 'oxbridge.example', 2, {
      '': 'Oxbridge House',
      kids: 'Oxbridge House Kids',
    }),
  },
  {
    email: 'kuhni@lad.ru',
    company: 'Кухни Лад',
    person: 'Наталья Кузьмина',
    objects: branches('furniture', 'krasnodar', 'kuhni-lad.ru', 2, {
      '': 'Кухни Лад',
      sochi: 'Кухни Лад, Сочи',
    }),
  },
  {
    email: 'go@virazh.ru',
    company: 'Автошкола «Вираж»',
    person: 'Андрей Пономарёв',
    objects: branches('school', 'kazan', 'virazh.ru', 3, { '': 'Автошкола «Вираж»', moto: '«Вираж», мото' }),
  },
  {
    email: 'bor@sosnovybor.ru',
    company: 'Пансионат «Сосновый бор»',
    person: 'Галина Фёдорова',
    objects: [one('Пансионат «Сосновый бор»', 'hotel', 'krasnodar', 'sosnovybor.ru', 4)],
  },
  {
    email: 'ritm@ritmclub.ru',
    company: 'Клуб «Ритм»',
    person: 'Дарья Лебедева',
    objects: [one('Клуб «Ритм»', 'fitness', 'petersburg', 'ritmclub.ru', 3)],
  },
  {
    email: 'zrenie@optika-plus.ru',
    company: 'Оптика Плюс',
    person: 'Светлана Ильина',
    objects: branches('eyes', 'yekaterinburg', 'optika-plus.ru', 2, {
      '': 'Оптика Плюс',
      linzy: 'Оптика Плюс, линзы',
    }),
  },
  {
    email: 'dom@klyuch.ru',
    company: 'Агентство «Ключ»',
    person: 'Сергей Тарасов',
    objects: [one('Агентство «Ключ»', 'housing', 'yekaterinburg', 'klyuch.ru', 3)],
  },
  { email: 'new@example.ru', company: 'New company', person: 'Алексей Новиков', objects: [] },
]

/** Accounts that the sign-in page offers. Passwords are meant to be read aloud; nothing real is behind them. */
export const SIGN_INS: readonly SampleSignIn[] = [
  {
    email: AGENCY.manager.email,
    password: 'northline',
    account: 'agency_manager',
    role: `Agency manager, ${CLIENTS.length} clients`,
  },
  {
    email: LARGE_MARKETER.email,
    password: 'domograd',
    account: 'marketer',
    role: `Marketer, ${LARGE_MARKETER.objects.length} objects`,
  },
  {
    email: SMALL_MARKETER.email,
    password: 'smilestudio',
    account: 'small_marketer',
    role: `Marketer, ${SMALL_MARKETER.objects.length} objects`,
  },
  {
    email: SEVER_GROUP.email,
    password: 'severgroup',
    account: 'client',
    role: `Client, ${SEVER_GROUP.objects.length} objects: dentist, roofing, car service, hotel`,
  },
  {
    email: 'office@orlovlegal.ru',
    password: 'orlovlegal',
    account: 'statistics_only',
    role: 'Client, statistics only',
  },
  { email: 'new@example.ru', password: 'newcomer', account: 'no_objects', role: 'Client, no objects yet' },
  {
    email: EDGE_ACCOUNT.email,
    password: 'edgecases',
    account: 'edge_cases',
    role: `Edge cases, for testing, ${EDGE_ACCOUNT.objects.length} objects`,
  },
]
