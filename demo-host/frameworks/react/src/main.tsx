import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './index.css'
import { FrontEntryProvider } from 'front-entry/react'
import App from './App.tsx'

const contextOptions = { baseUrl: 'http://localhost:3002', clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58' }

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <FrontEntryProvider options={{ contextOptions, themeOptions: { palette: { primary: { main: '#0f766e' } } } }}>
      <App />
    </FrontEntryProvider>
  </StrictMode>,
)
