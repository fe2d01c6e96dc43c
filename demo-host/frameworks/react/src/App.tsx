import { Gate, LoginBox, useAuth, useFrontEntry, useFrontEntryEvent } from 'front-entry/react'

function App() {
  const { user } = useAuth()
  const app = useFrontEntry()
  useFrontEntryEvent('fe-sign-in', ({ detail }) => console.info('Welcome', detail.email))
  if (!user) return <LoginBox />

  return (
    <>
      <p>Signed in as {user.email}</p>
      <Gate permissions={['fe.secure.read.users']}>You manage users.</Gate>
      <button onClick={() => app?.showAdminPortal()}>Open the portal</button>
    </>
  )
}

export default App
