import { CALL_STATUS, CALL_STATUSES } from '#/contract/codes.ts'
import { ContactStatus } from '#/domain/cells/contact-status.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Avatar } from '#/ui/data/avatar.tsx'
import { Badge } from '#/ui/data/badge.tsx'
import { BrandMark } from '#/ui/brand-mark.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon, iconNames } from '#/ui/icon.tsx'
import '#/ui/later-icons.ts'
import { Kbd } from '#/ui/kbd.tsx'
import { StatusMark } from '#/ui/data/status.tsx'
import { Part, Row, Specimen } from './specimen.tsx'

const TYPE = [
  { className: 'text-28 font-semibold', text: '28 figures 1,204' },
  { className: 'text-24 font-semibold', text: '24 object' },
  { className: 'text-20 font-semibold', text: '20 page title' },
  { className: 'text-16 font-semibold', text: '16 dialog title' },
  { className: 'text-14', text: '14 text, текст' },
  { className: 'text-13 tabular-nums', text: '13 tables 0:36, 45 000 ₽' },
  { className: 'text-12 text-text-3', text: '12 labels' },
  { className: 'text-11 text-text-3', text: '11 key caps' },
]

/** In order of use. */
const COLOURS = {
  Ground: ['rail', 'bg', 'raised', 'hover', 'hover-raised', 'press', 'selected'],
  Lines: ['line', 'line-strong', 'line-control', 'focus'],
  Ink: ['text', 'text-2', 'text-3', 'accent', 'accent-hover'],
  Meaning: ['answered', 'missed', 'target', 'warning', 'missed-soft', 'warning-soft'],
  Charts: ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6', 'chart-7', 'chart-8'],
  Heat: ['heat-0', 'heat-1', 'heat-2', 'heat-3', 'heat-4', 'heat-5', 'heat-6', 'heat-7'],
}

const Swatches = ({ tokens }: { tokens: readonly string[] }) => (
  <div className="flex gap-0.5">
    {tokens.map((token) => (
      <span
        key={token}
        title={token}
        className="h-5 max-w-15 flex-1 rounded-1 shadow-[inset_0_0_0_1px_var(--line)]"
        style={{ background: `var(--${token})` }}
      />
    ))}
  </div>
)

export const SignsPart = () => (
  <Part title="Signs and tokens">
    <div>
      <Specimen title="Status" note="Answered is quiet, missed is loud; never a colour without its word.">
        <Row>
          {[...CALL_STATUSES.map((name) => CALL_STATUS[name]), 42, null].map((code) => (
            <ContactStatus key={code} code={code} />
          ))}
        </Row>
        <Row>
          <StatusMark tone="target" icon="target">
            Target
          </StatusMark>
          <StatusMark tone="warning" icon="clock">
            Stops in 5 days
          </StatusMark>
        </Row>
      </Specimen>
      <Specimen title="Badge">
        <Row className="gap-x-2">
          <Badge tone="missed" icon="alert">
            Needs increasing
          </Badge>
          <Badge tone="warning" icon="clock">
            Needs renewing
          </Badge>
          <Badge>Statistics only</Badge>
        </Row>
      </Specimen>
      <Specimen title="Small signs">
        <Row>
          <Avatar name="Anna Sever" />
          <Avatar name="Ёлкин" />
          <BrandMark />
          <Kbd>Esc</Kbd>
          <Kbd>Ctrl K</Kbd>
          <Absent reason="Nothing was measured" />
        </Row>
      </Specimen>
      <Specimen title="Icons">
        <Row className="gap-x-3 text-text-2">
          {iconNames()
            .toSorted()
            .map((name) => (
              <span key={name} title={name}>
                <Icon name={name} />
              </span>
            ))}
        </Row>
        <Row className="gap-x-3 text-text-2">
          {([12, 14, 16, 20] as const).map((size) => (
            <Icon key={size} name="phone-missed" size={size} />
          ))}
        </Row>
      </Specimen>
    </div>
    <div>
      <Specimen title="Type">
        <div className="grid gap-1">
          {TYPE.map(({ className, text }) => (
            <span key={text} className={className}>
              {text}
            </span>
          ))}
        </div>
        <Row className="text-13">
          {['font-normal', 'font-medium', 'font-strong', 'font-semibold'].map((weight) => (
            <span key={weight} className={classNames(weight)}>
              {weight.slice(5)}
            </span>
          ))}
        </Row>
      </Specimen>
      <Specimen title="Colour">
        {Object.entries(COLOURS).map(([use, tokens]) => (
          <div key={use} className="grid grid-cols-[72px_minmax(0,1fr)] items-center gap-2">
            <span className="text-12 text-text-3">{use}</span>
            <Swatches tokens={tokens} />
          </div>
        ))}
      </Specimen>
    </div>
  </Part>
)
