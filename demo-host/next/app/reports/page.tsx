import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { frontEntry } from '../../lib/server'

/** This gate is the first one; the middleware is a second one. */
const Reports = async () => {
  const jar = await cookies()
  const server = frontEntry()
  const session = await server.getSession(jar)
  if (!session) redirect(server.loginUrl('/reports'))
  return (
    <>
      <div className="bar">
        <a href="/">Next.js demo</a>
        <span role="status">Signed in as {session.user.email}</span>
      </div>
      <main>
        <h1>Reports</h1>
        <p>Figures of {session.user.email}</p>
      </main>
    </>
  )
}

export default Reports
