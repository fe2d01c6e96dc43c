import './style.css'
import { init } from 'front-entry'

const contextOptions = { baseUrl: 'http://localhost:3002', clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58' }
const app = init({ contextOptions, themeOptions: { palette: { primary: { main: '#0f766e' } } } })
document.addEventListener('fe-sign-in', ({ detail }) => console.info('Welcome', detail.email))
document.querySelector('button')?.addEventListener('click', () => app.showAdminPortal())
app.subscribe(({ user }) => document.querySelector('p')?.replaceChildren(user ? `Signed in as ${user.email}` : ''))
