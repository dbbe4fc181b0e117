import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { subscribeTheme } from '#/domain/preferences/theme.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { coloursOf, drawWaveform, type WaveformColours } from './draw.ts'
import { slideTo } from './keys.ts'
import type { Player } from './use-player.ts'
import type { Waveform } from './waveform.ts'

/** `1:05`, rounded down. */
export const elapsedText = (position: number) => formatDuration(Math.floor(position)) ?? formatDuration(0)!

/** Require a redraw; sizes are observed separately. */
const THEME_QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)']

/** Keeps a canvas sized to its box and redrawn for theme and `picture`. */
const useCanvas = (
  draw: (
    context: CanvasRenderingContext2D,
    size: { width: number; height: number },
    colours: WaveformColours,
  ) => void,
  picture: readonly unknown[],
  /** Redraw every frame. */
  moving: boolean,
) => {
  const ref = useRef<HTMLCanvasElement>(null)
  const colours = useRef<WaveformColours>(null)
  const paint = useEffectEvent(() => {
    const canvas = ref.current
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return
    const { clientWidth: width, clientHeight: height } = canvas
    const ratio = devicePixelRatio
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h })
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    colours.current ??= coloursOf(canvas)
    draw(context, { width, height }, colours.current)
  })
  useEffect(() => {
    const canvas = ref.current!
    const size = new ResizeObserver(paint)
    size.observe(canvas)
    const recolour = () => {
      colours.current = null
      paint()
    }
    const queries = THEME_QUERIES.map((query) => matchMedia(query))
    for (const query of queries) query.addEventListener('change', recolour)
    const unsubscribe = subscribeTheme(recolour)
    return () => {
      size.disconnect()
      for (const query of queries) query.removeEventListener('change', recolour)
      unsubscribe()
    }
  }, [])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- The picture's parts are its dependencies.
  useEffect(() => paint(), picture)
  useEffect(() => {
    if (!moving || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    let frame = 0
    const step = () => {
      paint()
      frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [moving])
  return ref
}

/**
 * Position slider on the waveform or a bar.
 * @param total seconds; null: unknown, disabled
 */
export const PositionSlider = ({
  player,
  total,
  waveform,
  slim = false,
}: {
  player: Player
  total: number | null
  waveform: Waveform | null
  /** Low, beside a line of buttons. */
  slim?: boolean
}) => {
  /** Drag position in seconds; seeks on release. */
  const [dragged, setHeld] = useState<number | null>(null)
  const { position, playing } = player.state
  const canvas = useCanvas(
    (context, size, colours) =>
      drawWaveform(
        context,
        size,
        waveform,
        total ? Math.min((dragged ?? player.now()) / total, 1) : 0,
        colours,
      ),
    [waveform, total, dragged, position],
    playing && dragged === null,
  )
  const at = Math.min(dragged ?? position, total ?? 0)
  const whole = total === null ? null : formatDuration(total)

  const momentAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(Math.max((clientX - left) / width, 0), 1) * (total ?? 0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = total === null ? null : slideTo(event, player.now(), total)
    if (to === null) return
    event.preventDefault()
    player.seek(to)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={m.recording_position()}
      aria-valuemin={0}
      aria-valuemax={Math.round(total ?? 0)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={
        whole === null ? elapsedText(at) : m.recording_time_of({ time: elapsedText(at), total: whole })
      }
      aria-disabled={total === null || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (total === null || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setHeld(momentAt(event))
      }}
      onPointerMove={(event) => {
        if (dragged !== null) setHeld(momentAt(event))
      }}
      onPointerUp={(event) => {
        if (dragged === null) return
        setHeld(null)
        player.seek(momentAt(event))
      }}
      // The browser scrolls instead.
      onPointerCancel={() => setHeld(null)}
      className={classNames(
        'relative touch-pan-y select-none',
        slim ? 'h-7 phone:h-10' : 'h-18 phone:h-16',
        total === null ? 'cursor-default' : 'cursor-pointer',
      )}
    >
      <canvas ref={canvas} aria-hidden="true" className="block size-full forced-color-adjust-none" />
      {dragged !== null && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0 -translate-x-1/2 rounded-1 bg-text px-1 text-12 font-medium text-bg tabular-nums"
          style={{ left: `clamp(16px, ${(dragged / (total ?? 1)) * 100}%, calc(100% - 16px))` }}
        >
          {elapsedText(dragged)}
        </span>
      )}
    </div>
  )
}
