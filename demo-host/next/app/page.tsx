import { cookies } from 'next/headers'
import { frontEntry } from '../lib/server'
import { SessionTable } from './session-table'

const Home = async () => {
  // Cookies are read first, because a page that reads them is never rendered at build time.
  const jar = await cookies()
  const session = await frontEntry().getSession(jar)
  return (
    <>
      <div className="bar">
        <a href="/">Next.js demo</a>
        {session ? (
          <>
            <span role="status">Signed in as {session.user.email}</span>
            <form method="post" action="/account/logout">
              <button type="submit">Sign out</button>
            </form>
          </>
        ) : (
          <a href="/account/login">Sign in</a>
        )}
      </div>
      <main>
        <h1>Rendered by Next.js</h1>
        <p className="lead">
          A server component reads the session from a sealed cookie; the middleware renews it when its token has ended.
        </p>
        {session ? <SessionTable session={session} /> : <p>No one is signed in.</p>}
        <h2>For signed-in users</h2>
        <ul>
          <li>
            <a href="/reports">Reports</a>, a page of the app directory
          </li>
          <li>
            <a href="/legacy">Profile</a>, a page of the pages directory
          </li>
        </ul>
      </main>
    </>
  )
}

export default Home
