import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PrimitivesPage } from './primitives-page.tsx'

// The entry of ui.html. The app does not know this page: no route, no chunk, no link leads to it.
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <PrimitivesPage />
  </StrictMode>,
)
