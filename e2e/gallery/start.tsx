import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PrimitivesPage } from './primitives-page.tsx'

// Entry of ui.html, separate from the app.
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <PrimitivesPage />
  </StrictMode>,
)
