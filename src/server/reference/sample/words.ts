import type { Language } from './places.ts'
import type { Random } from './random.ts'
import { TRADE_WORDS } from './trade-words.ts'

/**
 * Texts for every trade: a block per language. A block has rules `name: alternatives`, continued in lines with a leading bar;
 * `{name}` inserts another rule, `¶` is a line break, `V>` and `O>` mark visitor and operator. `{topic}`, `{price}`, `{day}`,
 * `{name}` and `{operator}` are constant within a contact. Texts are gender-neutral: any caller may say them.
 */
const GENERAL = `
# ru
visitor: Посетитель
hello: Здравствуйте! | Здравствуйте. | Добрый день!
day: завтра в 12:00 | завтра после шести | в субботу утром | в пятницу к 10:00 | в среду в 16:30 | послезавтра днём
open: {hello} Сколько стоит {topic}? | {hello} Интересует {topic}. Какая цена? | Подскажите, {topic} — сколько это будет? | {hello} {detail}. Сможете помочь?
  | {hello} Вопрос такой: {ask} | {hello} {detail}. Нужна цена: {topic}
quote: {hello} Это {operator}. От {price} ₽, точнее скажем {after}. | {hello} Обычно от {price} ₽, точная сумма {after}.
  | {hello} {operator}, отвечу сразу: от {price} ₽, остальное {after}.
yes: Да, {day} подойдёт. Меня зовут {name} | Хорошо, записывайте. {name} | Подходит, спасибо! | Давайте, телефон у вас определился
no: Спасибо, подумаю | Сейчас позвоню, так быстрее | Сравню и вернусь | Дорого, спасибо | Понятно, посоветуюсь дома
bye: Записали, {name}. До встречи! | Отлично, ждём. | Спасибо! Накануне пришлём сообщение.
lonely: V> Здравствуйте, есть кто-нибудь? | V> {topic} | V> Алло
dialog: V> {open}¶O> {quote}{asked}{end}
asked: | ¶{pair} | ¶{pair} | ¶{pair}¶{pair} | ¶{pair}¶{pair}¶{pair}
end: | ¶O> {offer}¶V> {no} | ¶O> {offer}¶V> {yes}¶O> {bye} | ¶O> {offer}¶V> {yes}
sms: Перезвоните, пожалуйста, насчёт: {topic}. {name} | {detail}. Жду звонка, {name} | Не могу до вас дозвониться. {name} | Подтверждаю, {day} | Задержусь на 15 минут, {name}
  | Сколько стоит {topic}? | Всё в силе, {day}? {name}
email: {hello}¶¶{detail}. Сколько будет стоить {topic}?¶{ask}¶¶С уважением,¶{name} | {hello}¶¶Интересует {topic}. {ask}¶¶{name}
  | {hello}¶Прошу прислать счёт на организацию: {topic}. {detail}.¶¶{name} | {hello}¶¶На письмо прошлой недели ответа нет. Вопрос прежний: {ask}¶¶{name}
callback: Заказан обратный звонок на ближайшее время | Просьба перезвонить {day} | Окно «Уже уходите?», тема: {topic} | Обратный звонок, страница «{topic}»
form: Вопрос: {ask} | Расчёт: {topic}. {detail} | Сообщение: перезвоните {day}, {topic} | Бюджет до {price} ₽, {topic} | Комментарий: {detail}
survey: Оценка: 5 из 5. {good} | Оценка: 5 из 5 | Оценка: 4 из 5. {good} | Оценка: 5 из 5. {good} | Оценка: 3 из 5. {bad} | Оценка: 2 из 5. {bad}
comment: Ждёт расчёт: {topic}. | Перезвонить {day}. | Договорились {day}, {topic}. | {detail}. Перезвонить с ценой. | Сравнивает с другими, просит скидку. | Вопрос: {ask}
  | Обращение не первое, поднять карточку. | Не тот город, направили к коллегам. | {detail}. Думает до выходных.
added: недорого | отзывы | рядом | телефон | в рассрочку | адрес | срочно | форум | сколько стоит | 2026 | на карте | акции | частник | с гарантией
company: ООО «Вектор» | ООО «Северный двор» | ИП Гусев А. В. | АО «Прогресс» | ООО «Линия» | ООО «Дом и Сад» | ТСЖ «Берёзка»
step: Новая заявка | Консультация | Встреча | Договор | Оплачено | Отказ
dial: 1 Звонящий положил трубку | 2 Разговор состоялся | 3 Нет ответа | 4 Занято | 5 Перегрузка линии | 6 Канал недоступен | 7 Временно недоступен | 10 Обратный звонок
  | 17 Звонок внесён вручную
status: Записан #2e7d32 | Думает #f9a825 | Перезвонить #1565c0 | Не наш клиент
woman: Анна anna | Елена elena | Ольга olga | Мария maria | Татьяна tatiana | Наталья natalia | Ирина irina | Светлана svetlana | Екатерина ekaterina | Юлия yulia | Дарья daria
  | Ксения ksenia | Полина polina | Вера vera | Алина alina | София sofia | Людмила ludmila | Галина galina
man: Алексей alexey | Иван ivan | Дмитрий dmitry | Сергей sergey | Андрей andrey | Михаил mikhail | Павел pavel | Николай nikolay | Игорь igor | Олег oleg | Роман roman
  | Артём artem | Максим maxim | Кирилл kirill | Виктор viktor | Глеб gleb | Тимур timur | Юрий yury
family: Соколов sokolov | Ковалёв kovalev | Лапин lapin | Орлов orlov | Морозов morozov | Волков volkov | Лебедев lebedev | Козлов kozlov | Новиков novikov | Павлов pavlov
  | Семёнов semenov | Голубев golubev | Виноградов vinogradov | Богданов bogdanov | Воробьёв vorobev | Фёдоров fedorov | Михайлов mikhailov | Беляев belyaev | Тарасов tarasov
  | Белов belov | Комаров komarov | Киселёв kiselev | Макаров makarov | Андреев andreev | Ильин ilin | Кузьмин kuzmin | Никитин nikitin | Сорокин sorokin | Зайцев zaytsev
  | Пономарёв ponomarev | Ершов ershov | Гусев gusev | Титов titov | Калинин kalinin | Анисимов anisimov | Власов vlasov
# en
visitor: Visitor
hello: Hello! | Hi! | Good day!
day: tomorrow at noon | tomorrow after six | on Saturday morning | on Wednesday at 16:30
open: {hello} How much is {topic}? | {hello} It is about {detail}. Can you help? | {hello} A question: {ask} | {hello} I am looking for {topic}, what does it cost?
quote: {hello} This is {operator}. From €{price}, exactly {after}. | {hello} Usually from €{price}, the exact sum {after}.
yes: Yes, {day} is fine. My name is {name} | That suits me, thank you! | Please do. {name}
no: Thanks, I will think about it | I will call you, that is quicker | I will compare and come back | Too dear, thanks
bye: Booked, {name}. See you then! | Perfect. | Thank you! We will write the day before.
lonely: V> Hello, is anybody there? | V> {topic}
sms: Please call me back about {topic}. {name} | I cannot get through. {name} | Confirming {day} | I am 15 minutes late, {name}
email: {hello}¶¶It is about {detail}. How much is {topic}?¶{ask}¶¶Kind regards,¶{name} | {hello}¶¶I am interested in {topic}. {ask}¶¶{name}
  | {hello}¶¶I wrote last week and have had no answer: {ask}¶¶{name}
callback: A call back as soon as possible | Please call {day} | Exit window, topic: {topic}
form: Question: {ask} | Quote: {topic}, {detail} | Message: call me {day}, {topic} | Budget up to €{price}, {topic}
survey: Rated 5 of 5. {good} | Rated 5 of 5 | Rated 4 of 5. {good} | Rated 2 of 5. {bad}
comment: Waits for a quote: {topic}. | Call back {day}. | Compares offers, asked for a discount. | Asked: {ask} | {detail}. Call with a price. | Was here before, look up the file.
added: cheap | reviews | near me | phone | 2026 | open now | forum | best | how much
company: Harbour & Sons | Bluebird Ltd | Oakfield Studio | Lindner GmbH | Pine Street Partners
step: New lead | Consultation | Appointment | Contract | Paid | Lost
dial: 1 Caller hung up | 2 Answered | 3 No answer | 4 Busy | 5 Line congested | 6 Channel unavailable | 7 Temporarily unavailable | 10 Callback | 17 Entered by hand
status: Booked #2e7d32 | Thinking #f9a825 | Call back #1565c0 | Not our customer
woman: Emma | Olivia | Grace | Hannah | Laura | Sophie | Claire | Megan | Nora | Alice
man: James | Oliver | Daniel | Thomas | Henry | Samuel | Martin | Peter | Lucas | Simon
family: Walker | Bennett | Clarke | Turner | Hughes | Morgan | Foster | Reed | Parker | Collins | Weber | Fischer | Novak | Murphy | Kelly | Bailey | Cooper | Ward | Brooks
  | Hayes | Price | Shaw | Palmer | Webb | Stone
`

const blocks = new Map(
  (GENERAL + TRADE_WORDS).split(/^# /m).map((block): [string, [string, string[]][]] => {
    const [name = '', text = ''] = block
      .trim()
      .replaceAll(/\n +\|/g, ' |')
      .split(/\n(.*)/s)
    const rules = text.split(/; |\n/).map((rule): [string, string[]] => {
      const [named = '', alternatives = ''] = rule.split(/: ?(.*)/s)
      return [named, alternatives.split(/ ?\| /)]
    })
    return [name, rules]
  }),
)

const found = <T>(words: ReadonlyMap<string, T>, name: string): T => {
  const known = words.get(name)
  if (!known) throw new Error(`No such words in the sample: ${name}`)
  return known
}

export type Words = (rule: string) => readonly string[]

export const vocabulary = (language: Language, trade: string): Words => {
  const names = language === 'ru' ? ['ru', trade] : ['ru', 'en', trade, `${trade} en`]
  const words = new Map(names.flatMap((name) => found(blocks, name)))
  const pairs = (words.get('ask') ?? []).map((pair) => pair.split(' > '))
  words.set(
    'ask',
    pairs.map(([question = '']) => question),
  )
  words.set(
    'pair',
    pairs.map(([question, answer]) => `V> ${question}¶O> ${answer}`),
  )
  return (rule) => found(words, rule)
}

/**
 * Generates a text.
 * @param known constant words of the contact
 */
export const say = (
  random: Random,
  words: Words,
  rule: string,
  known: Readonly<Record<string, string>>,
): string => {
  const put = (name: string): string =>
    known[name] ?? random.pick(words(name)).replaceAll(/\{(\w+)\}/g, (_, inner: string) => put(inner))
  const capital = (_: string, before: string, first: string) => before + first.toUpperCase()
  return put(rule)
    .replaceAll('¶', '\n')
    .replaceAll(/(^[VO]> |^|[.!?]\s+)(\p{Ll})/gmu, capital)
}
