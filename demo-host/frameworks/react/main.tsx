import { FrontEntryProvider, Gate, LoginBox, useAuth, useFrontEntry } from 'front-entry/react'
import { createRoot } from 'react-dom/client'

const contextOptions = { baseUrl: 'http://localhost:3002', clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58' }
const Home = () => {
  const { user } = useAuth()
  const app = useFrontEntry()
  if (!user) return <LoginBox />
  return (
    <main>
      <p>Signed in as {user.email}</p>
      <Gate permissions={['fe.secure.read.users']}>You manage users.</Gate>
      <button type="button" onClick={() => app?.showAdminPortal('users')}>
        Open the portal
      </button>
    </main>
  )
}
document.addEventListener('fe-sign-in', ({ detail }) => console.info('Welcome', detail.email))
createRoot(document.getElementById('app') as HTMLElement).render(
  <FrontEntryProvider options={{ contextOptions, authOptions: { routes: { authenticatedUrl: '/react' } } }}>
    <Home />
  </FrontEntryProvider>,
)
