import type { CSSProperties, ReactNode } from 'react'
import { SPEEDS } from '#/domain/preferences/player.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'
import { elapsedText } from './position-slider.tsx'
import type { Player } from './use-player.ts'

const SKIP_SECONDS = 10

/** Player bar: play, skip, time, speed, volume, download. */
export const PlayerControls = ({
  player,
  total,
  download,
  isShort = false,
  children,
}: {
  player: Player
  total: number | null
  download: string | undefined
  /** Compact: no skip, volume or download. */
  isShort?: boolean
  /** Between time and speed. */
  children?: ReactNode
}) => (
  <div className="mt-1 flex items-center gap-1 desk:flex-wrap">
    <PlayButton player={player} />
    {!isShort && (
      <>
        <IconButton
          icon="back-10"
          label={m.recording_back()}
          className="ml-1"
          onClick={() => player.skip(-SKIP_SECONDS)}
        />
        <IconButton
          icon="forward-10"
          label={m.recording_forward()}
          onClick={() => player.skip(SKIP_SECONDS)}
        />
      </>
    )}
    <span className="ml-2 whitespace-nowrap text-text-2 tabular-nums">
      <b className="font-strong text-text">{elapsedText(player.state.position)}</b>
      {' / '}
      {(total !== null && formatDuration(total)) || <Absent reason={m.recording_length_unknown()} />}
    </span>
    {children}
    <span className="ml-auto flex items-center gap-1">
      <Speed player={player} />
      {!isShort && (
        <>
          <Volume player={player} />
          <Tooltip text={m.recording_download()}>
            {/* The server names the file. */}
            <a
              href={download}
              download
              aria-label={m.recording_download()}
              className="grid size-7 shrink-0 cursor-default place-items-center rounded-2 text-text-2 transition-[background-color] hover:bg-hover hover:text-text active:bg-press phone:size-10"
            >
              <Icon name="download" />
            </a>
          </Tooltip>
        </>
      )}
    </span>
  </div>
)

const PlayButton = ({ player: { state, toggle } }: { player: Player }) => {
  const label = state.playing ? m.recording_pause() : m.recording_play()
  return (
    <Tooltip text={label} shortcut="Space">
      <button
        type="button"
        aria-label={label}
        onClick={toggle}
        className="grid size-9 shrink-0 cursor-default place-items-center rounded-full border border-accent bg-accent text-on-accent transition-[background-color] hover:border-accent-hover hover:bg-accent-hover active:border-accent-hover active:bg-accent-hover phone:size-11"
      >
        <Icon
          name={state.waiting ? 'spinner' : state.playing ? 'pause' : 'play'}
          className={classNames(
            'stroke-2',
            state.waiting ? 'animate-turn' : !state.playing && 'fill-current',
          )}
        />
      </button>
    </Tooltip>
  )
}

/** Segments on a desk, a cycling button on a phone. */
const Speed = ({ player: { speed, setSpeed, stepSpeed } }: { player: Player }) => (
  <>
    <span
      role="group"
      aria-label={m.recording_speed()}
      className="mr-1 flex h-7 overflow-clip rounded-2 border border-line-strong bg-raised [overflow-clip-margin:4px] phone:hidden"
    >
      {SPEEDS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === speed}
          onClick={() => setSpeed(one)}
          className="cursor-default border-line px-2 text-13 font-medium text-text-2 tabular-nums transition-[background-color] not-first:border-l first:rounded-l-2 last:rounded-r-2 hover:bg-hover-raised hover:text-text active:bg-press aria-pressed:bg-selected aria-pressed:text-accent forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
        >
          {m.recording_times({ speed: formatNumber(one) })}
        </button>
      ))}
    </span>
    <Button
      className="min-w-14 tabular-nums desk:hidden"
      aria-label={m.recording_speed_is({ speed: formatNumber(speed) })}
      onClick={() => stepSpeed(1, true)}
    >
      {m.recording_times({ speed: formatNumber(speed) })}
    </Button>
  </>
)

/** Native range input; each engine styles its parts separately. */
const RANGE = [
  'appearance-none rounded-2 bg-transparent forced-colors:appearance-auto',
  '[&::-webkit-slider-runnable-track]:h-0.75 [&::-moz-range-track]:h-0.75',
  '[&::-webkit-slider-runnable-track]:rounded-full [&::-moz-range-track]:rounded-full',
  '[&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--text-2)_var(--at),var(--line-strong)_0)]',
  '[&::-moz-range-track]:bg-[linear-gradient(to_right,var(--text-2)_var(--at),var(--line-strong)_0)]',
  '[&::-webkit-slider-thumb]:-mt-1 [&::-webkit-slider-thumb]:size-3 [&::-webkit-slider-thumb]:appearance-none',
  '[&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-text-2 hover:[&::-webkit-slider-thumb]:bg-text',
  '[&::-moz-range-thumb]:size-3 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-text-2 hover:[&::-moz-range-thumb]:bg-text',
].join(' ')

/** Phones have hardware volume keys; still offers to unmute. */
const Volume = ({ player: { volume, muted, setMuted, setVolume } }: { player: Player }) => (
  <>
    <IconButton
      icon="volume"
      label={m.recording_mute()}
      aria-pressed={muted}
      onClick={() => setMuted(!muted)}
      className={muted ? undefined : 'phone:hidden'}
    />
    <input
      type="range"
      min={0}
      max={100}
      step={5}
      value={Math.round(volume * 100)}
      onChange={(event) => setVolume(Number(event.currentTarget.value) / 100)}
      aria-label={m.recording_volume()}
      aria-valuetext={`${Math.round(volume * 100)}%`}
      // The thumb's center doesn't reach the track's ends.
      style={{ '--at': `calc(6px + ${volume} * (100% - 12px))` } as CSSProperties}
      className={classNames(RANGE, 'mr-1 h-6 w-18 cursor-default phone:hidden')}
    />
  </>
)
