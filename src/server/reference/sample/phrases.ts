import type { Language } from './places.ts'
import type { TradeName } from './trades.ts'

/** What a trade's customers look for, ask, tell and are tagged with, in one language. */
interface Words {
  readonly requests: readonly string[]
  /** Nominative noun phrases: they stand after "How much is". */
  readonly topics: readonly string[]
  readonly tags: readonly string[]
  /** Questions of customers, each with the answer it gets. */
  readonly asks: readonly (readonly [question: string, answer: string])[]
  /** What a customer says about the matter. */
  readonly details: readonly string[]
  /** When the exact price is known, and what is offered next; `{day}` is put in. */
  readonly after: string
  readonly offer: string
  /** What happy and unhappy people say afterwards. */
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

/** A line each: the trade and its pages, then by language requests, and where objects speak it, all of {@link Words}. */
const TEXT = `
# dentist / /implantation /promo/implant-89 /implantation/all-on-4 /braces /kids /implant-price /doctors
ru requests: имплантация зубов цена; стоматология рядом с метро; лечение кариеса цена; имплант под ключ; брекеты взрослым; детский стоматолог; all on 4 рассрочка; костная пластика отзывы; стоматология круглосуточно
ru topics: имплант под ключ; лечение кариеса; чистка зубов; коронка; установка брекетов; удаление зуба мудрости
ru tags: имплант; рассрочка; чистка; брекеты; первый визит
ru asks: Это больно? > Нет, под анестезией вы ничего не почувствуете.; А рассрочка есть? > Да, до 12 месяцев без переплаты.; Снимок нужен заранее? > Не нужен, сделаем на месте, это 10 минут.; По ДМС принимаете? > По пяти страховым, скажите вашу.; Детей с какого возраста берёте? > С двух лет, у нас отдельный детский врач.; Какая гарантия? > На имплант пожизненная, на коронку пять лет.
ru details: болит шестой зуб снизу; выпала пломба; снимок есть, сделал в прошлом месяце; ребёнку 6 лет, боится врачей; нет трёх зубов сверху
ru after: после осмотра; offer: Записать вас {day}?; good: Врач всё объяснил, было не больно; Приняли вовремя, чисто и спокойно; bad: Ждала в коридоре сорок минут; Цена на приёме оказалась выше, чем по телефону
en requests: dental implants moscow; english speaking dentist; teeth whitening price; emergency dentist near me; invisible braces cost
en topics: an implant with a crown; teeth cleaning; a filling; a set of braces
en tags: implant; instalments; cleaning; first visit
en asks: Does it hurt? > No, you will not feel a thing under anaesthesia.; Do you take instalments? > Yes, up to 12 months.; Do I need an X-ray first? > No, we take it here, ten minutes.; Do you treat children? > From the age of two.
en details: a lower molar hurts; a filling fell out; my son is six and afraid of dentists
en after: after an examination; offer: Shall I book you in {day}?; good: Explained everything, did not hurt; On time and friendly; bad: Waited forty minutes in the corridor; Dearer than I was told on the phone
# eyes / /laser /laser/price /cataract /doctors /kids-vision
ru requests: лазерная коррекция зрения цена; офтальмолог рядом; операция катаракта; проверка зрения ребёнку; ночные линзы; коррекция зрения противопоказания
ru topics: лазерная коррекция; операция по катаракте; приём офтальмолога; подбор ночных линз
ru tags: лазер; катаракта; диагностика; дети
ru asks: Сколько восстанавливаться? > Видеть будете на следующий день, спорт через две недели.; Линзы снимать заранее? > Мягкие за неделю до обследования.; С какого возраста можно? > Коррекцию делаем с 18 лет.; Есть ли противопоказания? > Проверим на диагностике, она занимает два часа.
ru details: минус шесть на оба глаза; маме 74 года, катаракта; ребёнок щурится в школе; ношу линзы десять лет
ru after: после диагностики; offer: На диагностику есть время {day}, записать?; good: Увидел будильник без очков, спасибо; Внимательный врач, всё показала на экране; bad: Диагностика длилась три часа вместо двух; Не предупредили, что нельзя за руль
en requests: laser eye surgery cost; eye doctor near me; cataract clinic; night lenses for children
# vet / /cats /dogs /vaccination /night /surgery /price
ru requests: ветклиника круглосуточно; ветеринар на дом; стерилизация кошки цена; прививка щенку; кот не ест что делать; узи собаке
ru topics: стерилизация кошки; прививка щенку; УЗИ; вызов врача на дом
ru tags: кошка; собака; прививка; стационар
ru asks: Кормить перед операцией можно? > Нет, 12 часов не кормить, воду за 4 часа убрать.; Ночью врач есть? > Да, дежурный врач до утра.; Паспорт нужен? > Если есть, возьмите, там отметки о прививках.; Когда забирать? > Вечером того же дня, позвоним.
ru details: кот не ест второй день; щенку два месяца; кошке 7 лет, хромает; собака съела носок
ru after: после осмотра; offer: Приезжайте {day}, записать?; good: Кот ест и мурлычет, спасибо врачу; Приняли ночью без очереди; bad: Анализы потеряли, сдавали дважды; Очередь из пяти собак
en requests: vet near me; emergency vet; cat vaccination price; dog ultrasound
# roofing / /price /metal-tile /calculator /montage /soft-roof /works
ru requests: крыша под ключ цена; металлочерепица купить; ремонт крыши дачи; монтаж мягкой кровли; калькулятор кровли; замена кровли; утепление мансарды; водосток установка
ru topics: крыша под ключ; монтаж мягкой кровли; ремонт крыши гаража; утепление мансарды; замена водостока
ru tags: кровля; замер; водосток; дача
ru asks: Замер платный? > Замер бесплатный в пределах 60 км.; Сколько дней делаете? > Дом до 200 метров за 8–10 дней.; Зимой работаете? > Да, металлочерепицу кладём до минус десяти.; Старую крышу снимаете сами? > Да, вывоз тоже наш.; Какая гарантия? > Пять лет на работу, материал по паспорту.; Водосток входит? > Считаем отдельной строкой, можно позже.
ru details: дом 8 на 10, два ската; дача 6 на 9, старый шифер; протекает у трубы; гараж на две машины; мансарда, скат 35 градусов
ru after: после замера; offer: Замерщик может приехать {day}, подойдёт?; good: Сделали за девять дней, мусор вывезли; Смета не выросла ни на рубль; bad: Бригада опоздала на два дня; Плёнку положили только после замечания
en requests: roof replacement cost; roof repair quote; metal roofing; attic insulation
# car / /maintenance /price /diagnostics /tyres /body /brakes
ru requests: автосервис рядом; замена масла цена; шиномонтаж запись; развал схождение цена; диагностика подвески; кузовной ремонт отзывы; замена ремня грм; покраска бампера
ru topics: замена масла; диагностика подвески; развал-схождение; покраска бампера; замена ремня ГРМ
ru tags: ТО; кузов; шины; постоянный
ru asks: Со своими запчастями можно? > Можно, но гарантия тогда только на работу.; Долго ждать? > Масло 40 минут, подвеска до двух часов.; Эвакуатор пришлёте? > Да, по городу от 3 500 ₽.; Каско принимаете? > Да, по направлению страховой.
ru details: Kia Rio 2017 года; Octavia, стучит спереди справа; бампер треснул на парковке; пробег 142 тысячи
ru after: после осмотра; offer: Есть место {day}, записать?; good: Показали старые детали, всё честно; Сделали за час, как обещали; bad: Машину вернули грязной; Через неделю снова стучит
en requests: car service near me; oil change price; wheel alignment; body repair quote; brake pads replacement
# hotel / /rooms /bron /offers /rooms/suite /restaurant /rooms/standard /conference
ru requests: отель в центре забронировать; гостиница рядом с вокзалом; номер на двоих с завтраком; загородный отель на выходные; отель с парковкой; отель с собакой; конференц зал аренда
ru topics: номер на двоих с завтраком; люкс на выходные; аренда конференц-зала; ранний заезд
ru tags: завтрак; группа; выходные; парковка
ru asks: Парковка есть? > Во дворе, 500 ₽ в сутки, место забронируем.; С собакой можно? > До 10 кг можно, доплата 1 000 ₽.; Когда заезд? > С 14:00, раньше по возможности.; Отмена бесплатная? > За двое суток до заезда.; Завтрак входит? > Да, шведский стол до 11:00.
ru details: двое взрослых и ребёнок 5 лет; приедем поздно, после полуночи; нужен тихий номер во двор; командировка на трое суток
ru after: по датам; offer: Номер {day} свободен, забронировать?; good: Тихо, чисто, вкусный завтрак; Поселили раньше, спасибо; bad: Шумели за стеной до двух ночи; Вай-фай ловил только в коридоре
en requests: hotel neva booking; quiet hotel city centre; hotel with parking; family room with breakfast; dog friendly hotel
# windows / /price /balcony /calculator /plastic /zamer /promo
ru requests: пластиковые окна цена; остекление балкона под ключ; замер окон бесплатно; замена стеклопакета; окна в рассрочку; москитная сетка на окно; тёплое остекление лоджии
ru topics: окно в спальню; остекление балкона; замена стеклопакета; москитная сетка; регулировка створок
ru tags: замер; балкон; рассрочка; повторный
ru asks: Сколько ждать изготовления? > Семь рабочих дней, цветные двенадцать.; Рассрочка есть? > Да, на 10 месяцев без банка.; Откосы входят? > Да, откосы и подоконник в цене.; Старые окна вывезете? > Вывезем в день монтажа.; Монтаж в мороз можно? > До минус пятнадцати, пену берём зимнюю.
ru details: панельный дом, девятый этаж; лоджия 3 метра; дует из-под подоконника; нужно три окна и балконный блок; стекло треснуло
ru after: после замера; offer: Замерщик свободен {day}, записать?; good: Тихо стало сразу, монтаж за четыре часа; Мастер всё убрал за собой; bad: Сетку привезли не того размера; Ждали замерщика весь день
en requests: replacement windows cost; balcony glazing; double glazing repair; window fitting near me
# legal / /consultation /bankruptcy /divorce /inheritance /business /team
ru requests: консультация юриста бесплатно; банкротство физлиц цена; развод через суд; юрист по наследству; раздел имущества адвокат; регистрация ооо; вернуть деньги за товар
ru topics: банкротство под ключ; консультация по наследству; ведение развода; регистрация ООО
ru tags: наследство; банкротство; семья; бизнес
ru asks: Консультация платная? > Первая, до 30 минут, бесплатная.; Сколько длится дело? > Обычно от трёх до шести месяцев.; Ипотечную квартиру заберут? > Зависит от договора, юрист посмотрит документы.; Можно без моего присутствия? > Да, по доверенности.
ru details: долгов около миллиона, три банка; срок шесть месяцев истекает в декабре; имущество в двух городах; магазин отказал письменно
ru after: после консультации; offer: Юрист примет {day}, записать?; good: Объяснили без воды, дело выиграли; Сразу назвали сроки и цену; bad: Юрист перезвонил только на третий день; Документы попросили дважды
en requests: lawyer for foreigners; register a company; inheritance lawyer; contract review price
# fitness / /membership /schedule /pool /promo/september /kids /trainers
ru requests: фитнес клуб рядом; абонемент в бассейн; тренажёрный зал цена; персональный тренер; йога для начинающих; детская секция плавания; гостевой визит
ru topics: абонемент на год; гостевой визит; персональная тренировка; детское плавание
ru tags: абонемент; бассейн; дети; продление
ru asks: Справка в бассейн нужна? > Детям да, взрослым нет.; Заморозить можно? > До 30 дней в году, через приложение.; Тренер входит? > Первая тренировка с тренером в подарок.; До скольки открыты? > До 23:00, в выходные до 22:00.
ru details: хожу после работы, около восьми; ребёнку 7 лет, плавать не умеет; был перерыв два года; нужна растяжка, болит спина
ru after: по вашему графику; offer: Ждём на гостевой визит {day}?; good: Чистая вода и вежливые люди; Тренер составил план за одну встречу; bad: В девять вечера не протолкнуться; Сауна не работала неделю
en requests: gym near me; pool membership; yoga for beginners; personal trainer price
# school / /english /prices /kids /exam /trial /teachers
ru requests: курсы английского для взрослых; английский детям 7 лет; подготовка к егэ; пробный урок английского; разговорный клуб; испанский с нуля
ru topics: курс на три месяца; пробный урок; занятие с носителем; подготовка к экзамену
ru tags: пробный; дети; экзамен; онлайн
ru asks: Пробный урок бесплатный? > Да, 45 минут с тестом на уровень.; Сколько человек в группе? > До восьми, у детей до шести.; Можно онлайн? > Любую группу можно совмещать.; Учебники входят? > Да, и рабочая тетрадь.
ru details: уровень примерно B1; сыну 7 лет, второй класс; экзамен в июне; удобно по вечерам после семи
ru after: после теста на уровень; offer: Пробный урок есть {day}, записать?; good: Через месяц заговорила, чудо; Ребёнок сам просится на урок; bad: Преподаватель сменился дважды; Группу долго не могли собрать
en requests: english course evening; german for beginners; ielts preparation; russian for foreigners
en topics: an evening course; a trial lesson; exam preparation
en tags: trial; exam; online
en asks: Is the trial lesson free? > Yes, 45 minutes with a placement test.; How many are in a group? > Eight at most.; Can I join online? > Yes, any group is hybrid.; Are books included? > Yes, and the workbook.
en details: about B1; my daughter is nine; the exam is in June; evenings after seven suit me
en after: after a placement test; offer: There is a trial lesson {day}, shall I book it?; good: I dared to speak after a month; Patient teacher; bad: The teacher changed twice; It took long to find a group
# driving / /kategoria-b /prices /moto /trainers /exam
ru requests: автошкола цена; права категории b; автошкола рядом; обучение на мотоцикл; пересдача гибдд; автошкола вечерняя группа
ru topics: курс на категорию B; курс на категорию A; дополнительное занятие; пересдача экзамена
ru tags: категория B; мото; вечер; рассрочка
ru asks: Сколько занятий вождения? > 28 занятий по два часа.; На автомате можно? > Да, есть обе коробки.; Когда старт группы? > Каждый понедельник.; Оплата частями? > Да, тремя платежами.
ru details: могу только по вечерам; водил десять лет назад; нужен автомат; есть категория A
ru after: по выбранной коробке; offer: Группа начинает {day}, записать?; good: Сдал с первого раза, спасибо инструктору; Площадка рядом, машины новые; bad: Два занятия перенесли; Инструктор торопился
en requests: driving school price; driving lessons automatic; motorcycle licence
# housing / /flats /flats/2 /mortgage /flats/studio /progress /location
ru requests: квартира в новостройке; студия от застройщика; семейная ипотека ставка; двушка с отделкой; новостройка рядом с парком; сдача дома ход строительства
ru topics: двухкомнатная квартира с отделкой; студия; однокомнатная квартира; квартира с видом на парк
ru tags: ипотека; студия; двушка; показ
ru asks: Когда сдача? > Первый корпус сдан, второй в третьем квартале.; Ипотека от какого банка? > Аккредитованы у восьми, подберём ставку.; Маткапитал принимаете? > Да, и как первый взнос.; Отделка какая? > Чистовая, показать можно в готовом корпусе.; Торг возможен? > При полной оплате есть скидка.
ru details: нужна сторона на парк; первый взнос два миллиона; этаж не ниже пятого; продаём свою, нужна отсрочка
ru after: после выбора этажа; offer: Показ возможен {day}, придёте?; good: Показали три варианта без давления; Ипотеку одобрили за день; bad: Менеджер опоздал на показ; Цена на сайте была старая
en requests: new flats near the park; two room flat price; studio from developer; mortgage rate
# furniture / /kitchens /sofas /sale /wardrobes /delivery /designer
ru requests: кухня на заказ цена; шкаф купе по размерам; диван с доставкой; распродажа диванов; мебель для маленькой кухни; гардеробная на заказ
ru topics: кухня на заказ; шкаф-купе; угловой диван; вызов дизайнера; гардеробная
ru tags: кухня; замер; распродажа; доставка
ru asks: Срок изготовления какой? > Кухня 25 рабочих дней, шкаф 14.; Доставка входит? > По городу да, подъём с лифтом тоже.; Столешница из камня есть? > Да, кварц и акрил, образцы у дизайнера.; Сборка сколько стоит? > Десять процентов от цены мебели.; Ткань можно выбрать? > В салоне 120 образцов, пришлём и домой.
ru details: кухня 9 метров, угловая; ниша 2,4 на 2,6; диван до двух метров; дом сдают в январе; нужна встроенная техника
ru after: после замера; offer: Дизайнер приедет {day}, записать?; good: Собрали за день, зазоры ровные; Цвет точно как в образце; bad: Фасад привезли с царапиной; Доставку перенесли дважды
en requests: custom kitchen price; fitted wardrobe; corner sofa delivery; small kitchen furniture
en topics: a fitted kitchen; a wardrobe; a corner sofa; a designer’s visit
en tags: kitchen; survey; delivery
en asks: How long does it take? > A kitchen five weeks, a wardrobe three.; Is delivery included? > Within the city, and the lift too.; Do you do stone worktops? > Quartz and acrylic, the designer brings samples.; What does assembly cost? > Ten per cent of the furniture.
en details: a kitchen of nine square metres; a niche of 2.4 by 2.6 metres; a sofa of two metres at most; with built-in appliances
en after: after we have measured; offer: The designer could come {day}, shall I book it?; good: Assembled in a day, everything is straight; Exactly the colour of the sample; bad: A front came with a scratch; Delivery was put off twice
# cargo / /moving /price /gazelle /office /loaders
ru requests: газель с грузчиками; переезд квартиры цена; грузоперевозки по области; грузчики на час; вывоз мебели; офисный переезд
ru topics: газель на четыре часа; квартирный переезд; офисный переезд; вывоз старой мебели
ru tags: переезд; офис; межгород; постоянный
ru asks: Коробки дадите? > Да, 20 коробок и плёнка в цене.; Пианино возьмёте? > Возьмём, нужны четыре грузчика.; Пропуск в центр есть? > Есть на все машины.; Оплата по счёту? > Да, с НДС и без.
ru details: двушка, четвёртый этаж без лифта; 12 рабочих мест; диван и холодильник; ехать 60 км за город
ru after: по адресам; offer: Машина свободна {day}, ставим?; good: Ничего не поцарапали, быстро; Приехали минута в минуту; bad: Насчитали лишний час; Грузчиков было двое вместо трёх
en requests: moving service price; van with driver; office move; furniture removal
# towing / /tarify /gruzovoy /moto
ru requests: эвакуатор рядом; эвакуатор дешево; вызвать эвакуатор круглосуточно; эвакуатор цена за километр; прикурить авто
ru topics: эвакуатор по городу; эвакуация с заблокированными колёсами; запуск двигателя; эвакуация мотоцикла
ru tags: город; трасса; ДТП; страховая
ru asks: Через сколько будете? > Минут через тридцать, ближайшая машина рядом.; Картой можно? > Да, у водителя терминал.; С паркинга вытащите? > Да, есть низкая платформа.
ru details: стою на обочине, заднее колесо не крутится; села батарея; машина после ДТП; коробка в парковке
ru after: по адресу; offer: Отправляем машину?; good: Приехали за двадцать минут ночью; bad: Ждал больше часа на морозе
en requests: tow truck near me; towing price
`

const cells = (text: string) => text.split('; ')

/** Everything said of a trade; a language that none of its objects speaks has requests only. */
export interface TradePhrases extends Record<Language, Words> {
  /** Most visited first. */
  readonly pages: readonly string[]
}

const wordsOf = (lines: readonly string[], language: Language): Words => {
  const named = new Map(
    lines
      .filter((line) => line.startsWith(`${language} `))
      .flatMap((line) => line.slice(3).split(/; (?=(?:after|offer|good|bad): )/))
      .map((part) => {
        const [name = '', text = ''] = part.split(/: (.*)/)
        return [name, text] as const
      }),
  )
  const list = (name: string) => cells(named.get(name) ?? '')
  return {
    requests: list('requests'),
    topics: list('topics'),
    tags: list('tags'),
    asks: list('asks').map((pair) => {
      const [question = '', answer = ''] = pair.split(' > ')
      return [question, answer] as const
    }),
    details: list('details'),
    after: named.get('after') ?? '',
    offer: named.get('offer') ?? '',
    good: list('good'),
    bad: list('bad'),
  }
}

const trades = new Map(
  TEXT.trim()
    .split(/^# /m)
    .filter(Boolean)
    .map((block): [string, TradePhrases] => {
      const [head = '', ...lines] = block.trim().split('\n')
      const [name = '', ...pages] = head.split(' ')
      return [name, { pages, ru: wordsOf(lines, 'ru'), en: wordsOf(lines, 'en') }]
    }),
)

export const phrasesOf = (trade: TradeName): TradePhrases => {
  const found = trades.get(trade)
  if (!found) throw new Error(`No phrases for the trade ${trade}`)
  return found
}
