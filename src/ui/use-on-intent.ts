import { useState } from 'react'

/**
 * Code that comes on the first sign that it is wanted (hover, focus, press). Not `lazy()`: that would hand a failed
 * download to the page's error boundary and never try again.
 */
export const useOnIntent = <C>(fetchCode: () => Promise<C>) => {
  const [loaded, setLoaded] = useState<{ code: C | null; error: unknown }>({ code: null, error: null })
  const load = () => {
    if (loaded.code !== null) return
    fetchCode().then(
      (code) => setLoaded({ code, error: null }),
      (error: unknown) => setLoaded({ code: null, error }),
    )
  }
  return { ...loaded, load, handlers: { onPointerEnter: load, onFocus: load, onClick: load } }
}
