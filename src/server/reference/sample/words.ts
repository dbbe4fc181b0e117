import type { Language } from './places.ts'
import type { Random } from './random.ts'

/**
 * All words of the sample: a block for each language and each trade, with its English words apart where an object speaks them. A
 * block is rules, `name: alternatives`, of which `{name}` in an alternative stands for one; `¶` is a line's end, `V>` and `O>` say
 * whether a visitor or an operator speaks. A trade has its pages and what is searched for (most frequent first), topics (they stand
 * after "How much is"), tags of deals, questions with their answers, what customers tell, when the price is known, what is offered
 * then, and what happy and unhappy people say. `{topic}`, `{price}`, `{day}`, `{name}` and `{operator}` stay the same in a contact.
 */
const TEXT = `
# ru
visitor: Посетитель
hello: Здравствуйте! | Добрый день! | Добрый вечер! | Здравствуйте.
day: завтра в 12:00 | завтра после шести | в субботу утром | в пятницу к 10:00 | в среду в 16:30 | послезавтра днём
open: {hello} Сколько стоит {topic}? | {hello} Интересует {topic}. Какая цена? | Подскажите, {topic} — сколько это будет? | {hello} {detail}. Сможете помочь? | {hello} Вопрос такой: {ask} | {hello} {detail}. Нужна цена: {topic}
quote: {hello} Это {operator}. От {price} ₽, точнее скажем {after}. | {hello} Обычно от {price} ₽, точная сумма {after}. | {hello} {operator}, отвечу сразу: от {price} ₽, остальное {after}.
yes: Да, {day} подойдёт. Меня зовут {name} | Хорошо, записывайте. {name} | Подходит, спасибо! | Давайте, телефон у вас определился
no: Спасибо, подумаю | Сейчас позвоню, так быстрее | Сравню и вернусь | Дорого, спасибо | Понятно, посоветуюсь дома
bye: Записали, {name}. До встречи! | Отлично, ждём. | Спасибо! Накануне пришлём сообщение.
lonely: V> Здравствуйте, есть кто-нибудь? | V> {topic} | V> Алло
dialog: V> {open}¶O> {quote}{asked}{end}
asked: | ¶{pair} | ¶{pair} | ¶{pair}¶{pair} | ¶{pair}¶{pair}¶{pair}
end: | ¶O> {offer}¶V> {no} | ¶O> {offer}¶V> {yes}¶O> {bye} | ¶O> {offer}¶V> {yes}
sms: Перезвоните, пожалуйста, насчёт: {topic}. {name} | {detail}. Жду звонка, {name} | Не могу до вас дозвониться. {name} | Подтверждаю, {day} | Задержусь на 15 минут, {name} | Сколько стоит {topic}? | Всё в силе, {day}? {name}
email: {hello}¶¶{detail}. Сколько будет стоить {topic}?¶{ask}¶¶С уважением,¶{name} | {hello}¶¶Интересует {topic}. {ask}¶¶{name} | {hello}¶Прошу прислать счёт на организацию: {topic}. {detail}.¶¶{name} | {hello}¶¶Писал вам на прошлой неделе, ответа нет. Вопрос прежний: {ask}¶¶{name}
callback: Заказан обратный звонок на ближайшее время | Просьба перезвонить {day} | Окно «Уже уходите?», тема: {topic} | Обратный звонок, страница «{topic}»
form: Вопрос: {ask} | Расчёт: {topic}. {detail} | Сообщение: перезвоните {day}, {topic} | Бюджет до {price} ₽, {topic} | Комментарий: {detail}
survey: Оценка: 5 из 5. {good} | Оценка: 5 из 5 | Оценка: 4 из 5. {good} | Оценка: 5 из 5. {good} | Оценка: 3 из 5. {bad} | Оценка: 2 из 5. {bad}
comment: Ждёт расчёт: {topic}. | Перезвонить {day}. | Договорились {day}, {topic}. | {detail}. Перезвонить с ценой. | Сравнивает с другими, просил скидку. | Спрашивал: {ask} | Уже обращался, поднять карточку. | Не тот город, направили к коллегам. | {detail}. Думает до выходных.
added: недорого | отзывы | рядом | телефон | в рассрочку | адрес | срочно | форум | сколько стоит | 2026 | на карте | акции | частник | с гарантией
company: ООО «Вектор» | ООО «Северный двор» | ИП Гусев А. В. | АО «Прогресс» | ООО «Линия» | ООО «Дом и Сад» | ТСЖ «Берёзка»
step: Новая заявка | Консультация | Встреча | Договор | Оплачено | Отказ
dial: 1 Звонящий положил трубку | 2 Разговор состоялся | 3 Нет ответа | 4 Занято | 5 Перегрузка линии | 6 Канал недоступен | 7 Временно недоступен | 10 Обратный звонок | 17 Звонок внесён вручную
status: Записан #2e7d32 | Думает #f9a825 | Перезвонить #1565c0 | Не наш клиент
woman: Анна anna | Елена elena | Ольга olga | Мария maria | Татьяна tatiana | Наталья natalia | Ирина irina | Светлана svetlana | Екатерина ekaterina | Юлия yulia | Дарья daria | Ксения ksenia | Полина polina | Вера vera | Алина alina | София sofia | Людмила ludmila | Галина galina
man: Алексей alexey | Иван ivan | Дмитрий dmitry | Сергей sergey | Андрей andrey | Михаил mikhail | Павел pavel | Николай nikolay | Игорь igor | Олег oleg | Роман roman | Артём artem | Максим maxim | Кирилл kirill | Виктор viktor | Глеб gleb | Тимур timur | Юрий yury
family: Соколов sokolov | Ковалёв kovalev | Лапин lapin | Орлов orlov | Морозов morozov | Волков volkov | Лебедев lebedev | Козлов kozlov | Новиков novikov | Павлов pavlov | Семёнов semenov | Голубев golubev | Виноградов vinogradov | Богданов bogdanov | Воробьёв vorobev | Фёдоров fedorov | Михайлов mikhailov | Беляев belyaev | Тарасов tarasov | Белов belov | Комаров komarov | Киселёв kiselev | Макаров makarov | Андреев andreev | Ильин ilin | Кузьмин kuzmin | Никитин nikitin | Сорокин sorokin | Зайцев zaytsev | Пономарёв ponomarev | Ершов ershov | Гусев gusev | Титов titov | Калинин kalinin | Анисимов anisimov | Власов vlasov
# en
visitor: Visitor
hello: Hello! | Good morning! | Good afternoon!
day: tomorrow at noon | tomorrow after six | on Saturday morning | on Wednesday at 16:30
open: {hello} How much is {topic}? | {hello} It is about {detail}. Can you help? | {hello} A question: {ask} | {hello} I am looking for {topic}, what does it cost?
quote: {hello} This is {operator}. From €{price}, exactly {after}. | {hello} Usually from €{price}, the exact sum {after}.
yes: Yes, {day} is fine. My name is {name} | That suits me, thank you! | Please do. {name}
no: Thanks, I will think about it | I will call you, that is quicker | I will compare and come back | Too dear, thanks
bye: Booked, {name}. See you then! | Perfect. | Thank you! We will write the day before.
lonely: V> Hello, is anybody there? | V> {topic}
sms: Please call me back about {topic}. {name} | I cannot get through. {name} | Confirming {day} | I am 15 minutes late, {name}
email: {hello}¶¶It is about {detail}. How much is {topic}?¶{ask}¶¶Kind regards,¶{name} | {hello}¶¶I am interested in {topic}. {ask}¶¶{name} | {hello}¶¶I wrote last week and have had no answer: {ask}¶¶{name}
callback: A call back as soon as possible | Please call {day} | Exit window, topic: {topic}
form: Question: {ask} | Quote: {topic}, {detail} | Message: call me {day}, {topic} | Budget up to €{price}, {topic}
survey: Rated 5 of 5. {good} | Rated 5 of 5 | Rated 4 of 5. {good} | Rated 2 of 5. {bad}
comment: Waits for a quote: {topic}. | Call back {day}. | Compares offers, asked for a discount. | Asked: {ask} | {detail}. Call with a price. | Was here before, look up the file.
added: cheap | reviews | near me | phone | 2026 | open now | forum | best | how much
company: Harbour & Sons | Bluebird Ltd | Oakfield Studio | Lindner GmbH | Pine Street Partners
step: New lead | Consultation | Appointment | Contract | Paid | Lost
dial: 1 Caller hung up | 2 Answered | 3 No answer | 4 Busy | 5 Line congested | 6 Channel unavailable | 7 Temporarily unavailable | 10 Callback | 17 Entered by hand
status: Booked #2e7d32 | Thinking #f9a825 | Call back #1565c0 | Not our customer
woman: Emma | Olivia | Grace | Hannah | Laura | Sophie | Claire | Megan | Nora | Alice | James | Oliver | Daniel | Thomas | Henry | Samuel | Martin | Peter | Lucas | Simon
man: Emma | Olivia | Grace | Hannah | Laura | Sophie | Claire | Megan | Nora | Alice | James | Oliver | Daniel | Thomas | Henry | Samuel | Martin | Peter | Lucas | Simon
family: Walker | Bennett | Clarke | Turner | Hughes | Morgan | Foster | Reed | Parker | Collins | Weber | Fischer | Novak | Murphy | Kelly | Bailey | Cooper | Ward | Brooks | Hayes | Price | Shaw | Palmer | Webb | Stone
# dentist
page: / | /implantation | /promo/implant-89 | /implantation/all-on-4 | /braces | /kids | /implant-price | /doctors; search: имплантация зубов цена | стоматология рядом с метро | лечение кариеса цена | имплант под ключ | брекеты взрослым | детский стоматолог | all on 4 рассрочка | костная пластика отзывы | стоматология круглосуточно
topic: имплант под ключ | лечение кариеса | чистка зубов | коронка | установка брекетов | удаление зуба мудрости; tag: имплант | рассрочка | чистка | брекеты | первый визит
ask: Это больно? > Нет, под анестезией вы ничего не почувствуете. | А рассрочка есть? > Да, до 12 месяцев без переплаты. | Снимок нужен заранее? > Не нужен, сделаем на месте, это 10 минут. | По ДМС принимаете? > По пяти страховым, скажите вашу. | Детей с какого возраста берёте? > С двух лет, у нас отдельный детский врач. | Какая гарантия? > На имплант пожизненная, на коронку пять лет.
detail: болит шестой зуб снизу | выпала пломба | снимок есть, сделал в прошлом месяце | ребёнку 6 лет, боится врачей | нет трёх зубов сверху; after: после осмотра; offer: Записать вас {day}?
good: Врач всё объяснил, было не больно | Приняли вовремя, чисто и спокойно; bad: Ждала в коридоре сорок минут | Цена на приёме оказалась выше, чем по телефону
# dentist en
search: dental implants berlin | english speaking dentist berlin | teeth whitening price | emergency dentist near me | invisible braces cost
topic: an implant with a crown | teeth cleaning | a filling | a set of braces; tag: implant | instalments | cleaning | first visit
ask: Does it hurt? > No, you will not feel a thing under anaesthesia. | Do you take instalments? > Yes, up to 12 months. | Do I need an X-ray first? > No, we take it here, ten minutes. | Do you treat children? > From the age of two.
detail: a lower molar hurts | a filling fell out | my son is six and afraid of dentists; after: after an examination; offer: Shall I book you in {day}?
good: Explained everything, did not hurt | On time and friendly; bad: Waited forty minutes in the corridor | Dearer than I was told on the phone
# eyes
page: / | /laser | /laser/price | /cataract | /doctors | /kids-vision; search: лазерная коррекция зрения цена | офтальмолог рядом | операция катаракта | проверка зрения ребёнку | ночные линзы | коррекция зрения противопоказания
topic: лазерная коррекция | операция по катаракте | приём офтальмолога | подбор ночных линз; tag: лазер | катаракта | диагностика | дети
ask: Сколько восстанавливаться? > Видеть будете на следующий день, спорт через две недели. | Линзы снимать заранее? > Мягкие за неделю до обследования. | С какого возраста можно? > Коррекцию делаем с 18 лет. | Есть ли противопоказания? > Проверим на диагностике, она занимает два часа.
detail: минус шесть на оба глаза | маме 74 года, катаракта | ребёнок щурится в школе | ношу линзы десять лет; after: после диагностики; offer: На диагностику есть время {day}, записать?
good: Увидел будильник без очков, спасибо | Внимательный врач, всё показала на экране; bad: Диагностика длилась три часа вместо двух | Не предупредили, что нельзя за руль
# vet
page: / | /cats | /dogs | /vaccination | /night | /surgery | /price; search: ветклиника круглосуточно | ветеринар на дом | стерилизация кошки цена | прививка щенку | кот не ест что делать | узи собаке
topic: стерилизация кошки | прививка щенку | УЗИ | вызов врача на дом; tag: кошка | собака | прививка | стационар
ask: Кормить перед операцией можно? > Нет, 12 часов не кормить, воду за 4 часа убрать. | Ночью врач есть? > Да, дежурный врач до утра. | Паспорт нужен? > Если есть, возьмите, там отметки о прививках. | Когда забирать? > Вечером того же дня, позвоним.
detail: кот не ест второй день | щенку два месяца | кошке 7 лет, хромает | собака съела носок; after: после осмотра; offer: Приезжайте {day}, записать?
good: Кот ест и мурлычет, спасибо врачу | Приняли ночью без очереди; bad: Анализы потеряли, сдавали дважды | Очередь из пяти собак
# roofing
page: / | /price | /metal-tile | /calculator | /montage | /soft-roof | /works; search: крыша под ключ цена | металлочерепица купить | ремонт крыши дачи | монтаж мягкой кровли | калькулятор кровли | замена кровли | утепление мансарды | водосток установка
topic: крыша под ключ | монтаж мягкой кровли | ремонт крыши гаража | утепление мансарды | замена водостока; tag: кровля | замер | водосток | дача
ask: Замер платный? > Замер бесплатный в пределах 60 км. | Сколько дней делаете? > Дом до 200 метров за 8–10 дней. | Зимой работаете? > Да, металлочерепицу кладём до минус десяти. | Старую крышу снимаете сами? > Да, вывоз тоже наш. | Какая гарантия? > Пять лет на работу, материал по паспорту. | Водосток входит? > Считаем отдельной строкой, можно позже.
detail: дом 8 на 10, два ската | дача 6 на 9, старый шифер | протекает у трубы | гараж на две машины | мансарда, скат 35 градусов; after: после замера; offer: Замерщик может приехать {day}, подойдёт?
good: Сделали за девять дней, мусор вывезли | Смета не выросла ни на рубль; bad: Бригада опоздала на два дня | Плёнку положили только после замечания
# car
page: / | /maintenance | /price | /diagnostics | /tyres | /body | /brakes; search: автосервис рядом | замена масла цена | шиномонтаж запись | развал схождение цена | диагностика подвески | кузовной ремонт отзывы | замена ремня грм | покраска бампера
topic: замена масла | диагностика подвески | развал-схождение | покраска бампера | замена ремня ГРМ; tag: ТО | кузов | шины | постоянный
ask: Со своими запчастями можно? > Можно, но гарантия тогда только на работу. | Долго ждать? > Масло 40 минут, подвеска до двух часов. | Эвакуатор пришлёте? > Да, по городу от 3 500 ₽. | Каско принимаете? > Да, по направлению страховой.
detail: Kia Rio 2017 года | Octavia, стучит спереди справа | бампер треснул на парковке | пробег 142 тысячи; after: после осмотра; offer: Есть место {day}, записать?
good: Показали старые детали, всё честно | Сделали за час, как обещали; bad: Машину вернули грязной | Через неделю снова стучит
# hotel
page: / | /rooms | /bron | /offers | /rooms/suite | /restaurant | /rooms/standard | /conference; search: отель в центре забронировать | гостиница рядом с вокзалом | номер на двоих с завтраком | загородный отель на выходные | отель с парковкой | отель с собакой | конференц зал аренда
topic: номер на двоих с завтраком | люкс на выходные | аренда конференц-зала | ранний заезд; tag: завтрак | группа | выходные | парковка
ask: Парковка есть? > Во дворе, 500 ₽ в сутки, место забронируем. | С собакой можно? > До 10 кг можно, доплата 1 000 ₽. | Когда заезд? > С 14:00, раньше по возможности. | Отмена бесплатная? > За двое суток до заезда. | Завтрак входит? > Да, шведский стол до 11:00.
detail: двое взрослых и ребёнок 5 лет | приедем поздно, после полуночи | нужен тихий номер во двор | командировка на трое суток; after: по датам; offer: Номер {day} свободен, забронировать?
good: Тихо, чисто, вкусный завтрак | Поселили раньше, спасибо; bad: Шумели за стеной до двух ночи | Вай-фай ловил только в коридоре
# windows
page: / | /price | /balcony | /calculator | /plastic | /zamer | /promo; search: пластиковые окна цена | остекление балкона под ключ | замер окон бесплатно | замена стеклопакета | окна в рассрочку | москитная сетка на окно | тёплое остекление лоджии
topic: окно в спальню | остекление балкона | замена стеклопакета | москитная сетка | регулировка створок; tag: замер | балкон | рассрочка | повторный
ask: Сколько ждать изготовления? > Семь рабочих дней, цветные двенадцать. | Рассрочка есть? > Да, на 10 месяцев без банка. | Откосы входят? > Да, откосы и подоконник в цене. | Старые окна вывезете? > Вывезем в день монтажа. | Монтаж в мороз можно? > До минус пятнадцати, пену берём зимнюю.
detail: панельный дом, девятый этаж | лоджия 3 метра | дует из-под подоконника | нужно три окна и балконный блок | стекло треснуло; after: после замера; offer: Замерщик свободен {day}, записать?
good: Тихо стало сразу, монтаж за четыре часа | Мастер всё убрал за собой; bad: Сетку привезли не того размера | Ждали замерщика весь день
# legal
page: / | /consultation | /bankruptcy | /divorce | /inheritance | /business | /team; search: консультация юриста бесплатно | банкротство физлиц цена | развод через суд | юрист по наследству | раздел имущества адвокат | регистрация ооо | вернуть деньги за товар
topic: банкротство под ключ | консультация по наследству | ведение развода | регистрация ООО; tag: наследство | банкротство | семья | бизнес
ask: Консультация платная? > Первая, до 30 минут, бесплатная. | Сколько длится дело? > Обычно от трёх до шести месяцев. | Ипотечную квартиру заберут? > Зависит от договора, юрист посмотрит документы. | Можно без моего присутствия? > Да, по доверенности.
detail: долгов около миллиона, три банка | срок шесть месяцев истекает в декабре | имущество в двух городах | магазин отказал письменно; after: после консультации; offer: Юрист примет {day}, записать?
good: Объяснили без воды, дело выиграли | Сразу назвали сроки и цену; bad: Юрист перезвонил только на третий день | Документы попросили дважды
# fitness
page: / | /membership | /schedule | /pool | /promo/september | /kids | /trainers; search: фитнес клуб рядом | абонемент в бассейн | тренажёрный зал цена | персональный тренер | йога для начинающих | детская секция плавания | гостевой визит
topic: абонемент на год | гостевой визит | персональная тренировка | детское плавание; tag: абонемент | бассейн | дети | продление
ask: Справка в бассейн нужна? > Детям да, взрослым нет. | Заморозить можно? > До 30 дней в году, через приложение. | Тренер входит? > Первая тренировка с тренером в подарок. | До скольки открыты? > До 23:00, в выходные до 22:00.
detail: хожу после работы, около восьми | ребёнку 7 лет, плавать не умеет | был перерыв два года | нужна растяжка, болит спина; after: по вашему графику; offer: Ждём на гостевой визит {day}?
good: Чистая вода и вежливые люди | Тренер составил план за одну встречу; bad: В девять вечера не протолкнуться | Сауна не работала неделю
# school
page: / | /english | /prices | /kids | /exam | /trial | /teachers; search: курсы английского для взрослых | английский детям 7 лет | подготовка к егэ | пробный урок английского | разговорный клуб | испанский с нуля
topic: курс на три месяца | пробный урок | занятие с носителем | подготовка к экзамену; tag: пробный | дети | экзамен | онлайн
ask: Пробный урок бесплатный? > Да, 45 минут с тестом на уровень. | Сколько человек в группе? > До восьми, у детей до шести. | Можно онлайн? > Любую группу можно совмещать. | Учебники входят? > Да, и рабочая тетрадь.
detail: уровень примерно B1 | сыну 7 лет, второй класс | экзамен в июне | удобно по вечерам после семи; after: после теста на уровень; offer: Пробный урок есть {day}, записать?
good: Через месяц заговорила, чудо | Ребёнок сам просится на урок; bad: Преподаватель сменился дважды | Группу долго не могли собрать
# school en
search: english course evening | german for beginners | ielts preparation | russian for foreigners
topic: an evening course | a trial lesson | exam preparation; tag: trial | exam | online
ask: Is the trial lesson free? > Yes, 45 minutes with a placement test. | How many are in a group? > Eight at most. | Can I join online? > Yes, any group is hybrid. | Are books included? > Yes, and the workbook.
detail: about B1 | my daughter is nine | the exam is in June | evenings after seven suit me; after: after a placement test; offer: There is a trial lesson {day}, shall I book it?
good: I dared to speak after a month | Patient teacher; bad: The teacher changed twice | It took long to find a group
# driving
page: / | /kategoria-b | /prices | /moto | /trainers | /exam; search: автошкола цена | права категории b | автошкола рядом | обучение на мотоцикл | пересдача гибдд | автошкола вечерняя группа
topic: курс на категорию B | курс на категорию A | дополнительное занятие | пересдача экзамена; tag: категория B | мото | вечер | рассрочка
ask: Сколько занятий вождения? > 28 занятий по два часа. | На автомате можно? > Да, есть обе коробки. | Когда старт группы? > Каждый понедельник. | Оплата частями? > Да, тремя платежами.
detail: могу только по вечерам | водил десять лет назад | нужен автомат | есть категория A; after: по выбранной коробке; offer: Группа начинает {day}, записать?
good: Сдал с первого раза, спасибо инструктору | Площадка рядом, машины новые; bad: Два занятия перенесли | Инструктор торопился
# housing
page: / | /flats | /flats/2 | /mortgage | /flats/studio | /progress | /location; search: квартира в новостройке | студия от застройщика | семейная ипотека ставка | двушка с отделкой | новостройка рядом с парком | сдача дома ход строительства
topic: двухкомнатная квартира с отделкой | студия | однокомнатная квартира | квартира с видом на парк; tag: ипотека | студия | двушка | показ
ask: Когда сдача? > Первый корпус сдан, второй в третьем квартале. | Ипотека от какого банка? > Аккредитованы у восьми, подберём ставку. | Маткапитал принимаете? > Да, и как первый взнос. | Отделка какая? > Чистовая, показать можно в готовом корпусе. | Торг возможен? > При полной оплате есть скидка.
detail: нужна сторона на парк | первый взнос два миллиона | этаж не ниже пятого | продаём свою, нужна отсрочка; after: после выбора этажа; offer: Показ возможен {day}, придёте?
good: Показали три варианта без давления | Ипотеку одобрили за день; bad: Менеджер опоздал на показ | Цена на сайте была старая
# furniture
page: / | /kitchens | /sofas | /sale | /wardrobes | /delivery | /designer; search: кухня на заказ цена | шкаф купе по размерам | диван с доставкой | распродажа диванов | мебель для маленькой кухни | гардеробная на заказ
topic: кухня на заказ | шкаф-купе | угловой диван | вызов дизайнера | гардеробная; tag: кухня | замер | распродажа | доставка
ask: Срок изготовления какой? > Кухня 25 рабочих дней, шкаф 14. | Доставка входит? > По городу да, подъём с лифтом тоже. | Столешница из камня есть? > Да, кварц и акрил, образцы у дизайнера. | Сборка сколько стоит? > Десять процентов от цены мебели. | Ткань можно выбрать? > В салоне 120 образцов, пришлём и домой.
detail: кухня 9 метров, угловая | ниша 2,4 на 2,6 | диван до двух метров | дом сдают в январе | нужна встроенная техника; after: после замера; offer: Дизайнер приедет {day}, записать?
good: Собрали за день, зазоры ровные | Цвет точно как в образце; bad: Фасад привезли с царапиной | Доставку перенесли дважды
# furniture en
search: custom kitchen price | fitted wardrobe | corner sofa delivery | small kitchen furniture
topic: a fitted kitchen | a wardrobe | a corner sofa | a designer’s visit; tag: kitchen | survey | delivery
ask: How long does it take? > A kitchen five weeks, a wardrobe three. | Is delivery included? > Within the city, and the lift too. | Do you do stone worktops? > Quartz and acrylic, the designer brings samples. | What does assembly cost? > Ten per cent of the furniture.
detail: a kitchen of nine square metres | a niche of 2.4 by 2.6 metres | a sofa of two metres at most | with built-in appliances; after: after we have measured; offer: The designer could come {day}, shall I book it?
good: Assembled in a day, everything is straight | Exactly the colour of the sample; bad: A front came with a scratch | Delivery was put off twice
# cargo
page: / | /moving | /price | /gazelle | /office | /loaders; search: газель с грузчиками | переезд квартиры цена | грузоперевозки по области | грузчики на час | вывоз мебели | офисный переезд
topic: газель на четыре часа | квартирный переезд | офисный переезд | вывоз старой мебели; tag: переезд | офис | межгород | постоянный
ask: Коробки дадите? > Да, 20 коробок и плёнка в цене. | Пианино возьмёте? > Возьмём, нужны четыре грузчика. | Пропуск в центр есть? > Есть на все машины. | Оплата по счёту? > Да, с НДС и без.
detail: двушка, четвёртый этаж без лифта | 12 рабочих мест | диван и холодильник | ехать 60 км за город; after: по адресам; offer: Машина свободна {day}, ставим?
good: Ничего не поцарапали, быстро | Приехали минута в минуту; bad: Насчитали лишний час | Грузчиков было двое вместо трёх
# towing
page: / | /tarify | /gruzovoy | /moto; search: эвакуатор рядом | эвакуатор дешево | вызвать эвакуатор круглосуточно | эвакуатор цена за километр | прикурить авто
topic: эвакуатор по городу | эвакуация с заблокированными колёсами | запуск двигателя | эвакуация мотоцикла; tag: город | трасса | ДТП | страховая
ask: Через сколько будете? > Минут через тридцать, ближайшая машина рядом. | Картой можно? > Да, у водителя терминал. | С паркинга вытащите? > Да, есть низкая платформа.
detail: стою на обочине, заднее колесо не крутится | села батарея | машина после ДТП | коробка в парковке; after: по адресу; offer: Отправляем машину?
good: Приехали за двадцать минут ночью; bad: Ждал больше часа на морозе
`

const blocks = new Map(
  TEXT.split(/^# /m).map((block): [string, [string, string[]][]] => {
    const [name = '', text = ''] = block.trim().split(/\n(.*)/s)
    const rules = text.split(/; |\n/).map((rule): [string, string[]] => {
      const [named = '', alternatives = ''] = rule.split(/: ?(.*)/s)
      return [named, alternatives.split(/ ?\| /)]
    })
    return [name, rules]
  }),
)

/** Alternatives by the name of their rule. */
export type Words = (rule: string) => readonly string[]

/** What is said in a language, also without a trade. */
export const vocabulary = (language: Language, trade: string): Words => {
  const names = language === 'ru' ? ['ru', trade] : ['ru', 'en', trade, `${trade} en`]
  const words = new Map(names.flatMap((name) => blocks.get(name) ?? []))
  const pairs = (words.get('ask') ?? []).map((pair) => pair.split(' > '))
  words.set(
    'ask',
    pairs.map(([question = '']) => question),
  )
  words.set(
    'pair',
    pairs.map(([question, answer]) => `V> ${question}¶O> ${answer}`),
  )
  return (rule) => words.get(rule) ?? ['']
}

/** A text by the name of its rule; `known` are the words that are the same throughout a contact. */
export const say = (
  random: Random,
  words: Words,
  rule: string,
  known: Readonly<Record<string, string>>,
): string => {
  const put = (name: string): string =>
    known[name] ?? random.pick(words(name)).replaceAll(/\{(\w+)\}/g, (_, inner: string) => put(inner))
  // Sentences begin with a capital, also where a phrase that is none was put in.
  const capital = (_: string, before: string, first: string) => before + first.toUpperCase()
  return put(rule)
    .replaceAll('¶', '\n')
    .replaceAll(/(^[VO]> |^|[.!?]\s+)(\p{Ll})/gmu, capital)
}
