import type { Language } from './people.ts'
import type { TradeName } from './trades.ts'

/** What people look for, ask about and are tagged with, in one language. */
export interface Words {
  readonly requests: readonly string[]
  /** Nominative noun phrases: they stand after "How much is". */
  readonly topics: readonly string[]
  readonly tags: readonly string[]
}

interface TradeVocabulary extends Record<Language, Words> {
  /** First part of campaign names. */
  readonly slug: string
  readonly pages: readonly string[]
}

const words = (requests: string, topics: string, tags: string): Words => ({
  requests: requests.split(', '),
  topics: topics.split(', '),
  tags: tags.split(', '),
})
const pages = (list: string) => list.split(' ')

export const VOCABULARY: Readonly<Record<TradeName, TradeVocabulary>> = {
  dentist: {
    slug: 'implant',
    pages: pages(
      '/ /implantation /implantation/all-on-4 /implantation/osstem /implant-price /promo/implant-89 /braces /kids',
    ),
    ru: words(
      'имплантация зубов цена, имплант под ключ, импланты рядом с метро, all on 4 рассрочка, имплант osstem цена, костная пластика отзывы, брекеты взрослым, детский стоматолог рядом, лечение кариеса цена, стоматология круглосуточно',
      'имплант под ключ, лечение кариеса, чистка зубов, коронка, установка брекетов, удаление зуба мудрости',
      'имплант, рассрочка, чистка, брекеты, первый визит',
    ),
    en: words(
      'dental implants moscow, english speaking dentist, teeth whitening price, emergency dentist near me, invisible braces cost',
      'an implant with a crown, teeth cleaning, a filling, a set of braces',
      'implant, instalments, cleaning, first visit',
    ),
  },
  eyes: {
    slug: 'vision',
    pages: pages('/ /laser /laser/price /cataract /kids-vision /doctors'),
    ru: words(
      'лазерная коррекция зрения цена, операция катаракта, офтальмолог рядом, проверка зрения ребёнку, коррекция зрения противопоказания, ночные линзы',
      'лазерная коррекция, операция по катаракте, приём офтальмолога, подбор ночных линз',
      'лазер, катаракта, диагностика, дети',
    ),
    en: words(
      'laser eye surgery cost, cataract clinic, eye doctor near me, night lenses for children',
      'laser eye surgery, cataract surgery, an eye check',
      'laser, cataract, check-up',
    ),
  },
  vet: {
    slug: 'vet',
    pages: pages('/ /vaccination /surgery /cats /dogs /night /price'),
    ru: words(
      'ветклиника круглосуточно, стерилизация кошки цена, прививка щенку, ветеринар на дом, узи собаке, кот не ест что делать',
      'стерилизация кошки, прививка щенку, УЗИ, вызов врача на дом',
      'кошка, собака, прививка, стационар',
    ),
    en: words(
      'vet near me, cat vaccination price, emergency vet, dog ultrasound',
      'a cat vaccination, a house call, an ultrasound',
      'cat, dog, vaccination',
    ),
  },
  roofing: {
    slug: 'roof',
    pages: pages('/ /metal-tile /soft-roof /montage /price /calculator /works'),
    ru: words(
      'крыша под ключ цена, металлочерепица купить, монтаж мягкой кровли, ремонт крыши дачи, замена кровли, утепление мансарды, водосток установка, калькулятор кровли',
      'крыша под ключ, монтаж мягкой кровли, ремонт крыши гаража, утепление мансарды',
      'кровля, замер, водосток, дача',
    ),
    en: words(
      'roof replacement cost, metal roofing, roof repair quote, attic insulation',
      'a new roof, a roof repair, attic insulation',
      'roof, survey, gutters',
    ),
  },
  car: {
    slug: 'service',
    pages: pages('/ /diagnostics /maintenance /body /tyres /brakes /price'),
    ru: words(
      'автосервис рядом, замена масла цена, шиномонтаж запись, кузовной ремонт отзывы, диагностика подвески, замена ремня грм, развал схождение цена, покраска бампера',
      'замена масла, диагностика подвески, развал-схождение, покраска бампера, замена ремня ГРМ',
      'ТО, кузов, шины, постоянный',
    ),
    en: words(
      'car service near me, oil change price, wheel alignment, body repair quote, brake pads replacement',
      'an oil change, a brake service, wheel alignment',
      'service, body, tyres',
    ),
  },
  hotel: {
    slug: 'stay',
    pages: pages('/ /rooms /rooms/standard /rooms/suite /bron /offers /restaurant /conference'),
    ru: words(
      'отель в центре забронировать, гостиница рядом с вокзалом, номер на двоих с завтраком, отель с парковкой, загородный отель на выходные, конференц зал аренда, отель с собакой',
      'номер на двоих с завтраком, люкс на выходные, аренда конференц-зала, ранний заезд',
      'завтрак, группа, выходные, парковка',
    ),
    en: words(
      'hotel neva booking, quiet hotel city centre, hotel with parking, family room with breakfast, dog friendly hotel',
      'a double room with breakfast, a suite for the weekend, early check-in',
      'breakfast, group, weekend',
    ),
  },
  windows: {
    slug: 'okna',
    pages: pages('/ /plastic /balcony /price /calculator /zamer /promo'),
    ru: words(
      'пластиковые окна цена, остекление балкона под ключ, замер окон бесплатно, окна в рассрочку, замена стеклопакета, москитная сетка на окно, тёплое остекление лоджии',
      'окно в спальню, остекление балкона, замена стеклопакета, москитная сетка',
      'замер, балкон, рассрочка, повторный',
    ),
    en: words(
      'replacement windows cost, balcony glazing, double glazing repair, window fitting near me',
      'a bedroom window, balcony glazing, a new glass pane',
      'survey, balcony, instalments',
    ),
  },
  legal: {
    slug: 'law',
    pages: pages('/ /divorce /bankruptcy /inheritance /business /consultation /team'),
    ru: words(
      'юрист по наследству, банкротство физлиц цена, развод через суд, консультация юриста бесплатно, раздел имущества адвокат, регистрация ооо, вернуть деньги за товар',
      'банкротство под ключ, консультация по наследству, ведение развода, регистрация ООО',
      'наследство, банкротство, семья, бизнес',
    ),
    en: words(
      'lawyer for foreigners, register a company, inheritance lawyer, contract review price',
      'a consultation, company registration, a contract review',
      'inheritance, family, business',
    ),
  },
  fitness: {
    slug: 'club',
    pages: pages('/ /membership /schedule /pool /kids /trainers /promo/september'),
    ru: words(
      'фитнес клуб рядом, абонемент в бассейн, тренажёрный зал цена, йога для начинающих, персональный тренер, детская секция плавания, гостевой визит',
      'абонемент на год, гостевой визит, персональная тренировка, детское плавание',
      'абонемент, бассейн, дети, продление',
    ),
    en: words(
      'gym near me, pool membership, yoga for beginners, personal trainer price',
      'a yearly membership, a trial visit, a personal training session',
      'membership, pool, renewal',
    ),
  },
  school: {
    slug: 'course',
    pages: pages('/ /english /kids /exam /prices /teachers /trial'),
    ru: words(
      'курсы английского для взрослых, английский детям 7 лет, подготовка к егэ, разговорный клуб, пробный урок английского, испанский с нуля, автошкола цена',
      'курс на три месяца, пробный урок, занятие с носителем, подготовка к экзамену',
      'пробный, дети, экзамен, онлайн',
    ),
    en: words(
      'russian for foreigners, english course evening, german for beginners, ielts preparation',
      'an evening course, a trial lesson, exam preparation',
      'trial, exam, online',
    ),
  },
  housing: {
    slug: 'park',
    pages: pages('/ /flats /flats/2 /flats/studio /mortgage /location /progress'),
    ru: words(
      'квартира в новостройке, студия от застройщика, двушка с отделкой, семейная ипотека ставка, новостройка рядом с парком, сдача дома ход строительства',
      'двухкомнатная квартира с отделкой, студия, машино-место, кладовая',
      'ипотека, студия, двушка, показ',
    ),
    en: words(
      'new flats near the park, two room flat price, studio from developer, mortgage rate',
      'a two-room flat, a studio, a parking space',
      'mortgage, studio, viewing',
    ),
  },
  furniture: {
    slug: 'mebel',
    pages: pages('/ /kitchens /wardrobes /sofas /sale /delivery /designer'),
    ru: words(
      'кухня на заказ цена, шкаф купе по размерам, диван с доставкой, мебель для маленькой кухни, распродажа диванов, гардеробная на заказ',
      'кухня на заказ, шкаф-купе, угловой диван, вызов дизайнера',
      'кухня, замер, распродажа, доставка',
    ),
    en: words(
      'custom kitchen price, fitted wardrobe, corner sofa delivery, small kitchen furniture',
      'a fitted kitchen, a wardrobe, a corner sofa',
      'kitchen, survey, delivery',
    ),
  },
  cargo: {
    slug: 'gruz',
    pages: pages('/ /moving /office /gazelle /loaders /price'),
    ru: words(
      'газель с грузчиками, переезд квартиры цена, грузоперевозки по области, офисный переезд, вывоз мебели, грузчики на час',
      'газель на четыре часа, квартирный переезд, офисный переезд, вывоз старой мебели',
      'переезд, офис, межгород, постоянный',
    ),
    en: words(
      'moving service price, office move, van with driver, furniture removal',
      'a flat move, an office move, a van for four hours',
      'moving, office, regular',
    ),
  },
}

/** A deal's way from new to won, and the name of a lost one. */
export const DEAL_STAGES: Readonly<
  Record<Language, { readonly steps: readonly string[]; readonly lost: string }>
> = {
  ru: { steps: ['Новая заявка', 'Консультация', 'Запись на приём', 'Договор', 'Оплачено'], lost: 'Отказ' },
  en: { steps: ['New lead', 'Consultation', 'Appointment', 'Contract', 'Paid'], lost: 'Lost' },
}

/** Custom statuses that an object's people set by hand; the last one has no colour. */
export const CUSTOM_STATUSES: Readonly<
  Record<Language, readonly { readonly name: string; readonly color: string | null }[]>
> = {
  ru: [
    { name: 'Записан', color: '#2e7d32' },
    { name: 'Думает', color: '#f9a825' },
    { name: 'Перезвонить', color: '#1565c0' },
    { name: 'Не наш клиент', color: null },
  ],
  en: [
    { name: 'Booked', color: '#2e7d32' },
    { name: 'Thinking', color: '#f9a825' },
    { name: 'Call back', color: '#1565c0' },
    { name: 'Not our customer', color: null },
  ],
}
