import { useState } from 'react'

/** Code loaded on hover, focus or press. Not `lazy()`, which fails into the error boundary and never retries. */
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
