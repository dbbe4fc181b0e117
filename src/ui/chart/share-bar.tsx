export const ShareBar = ({ share }: { /** 0 to 1 */ share: number }) => (
  <span aria-hidden="true" className="h-1.5 min-w-0 overflow-hidden rounded-full bg-hover">
    <span
      className="block h-full min-w-0.5 rounded-full bg-(--chart-1) forced-colors:bg-[CanvasText]"
      style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }}
    />
  </span>
)
