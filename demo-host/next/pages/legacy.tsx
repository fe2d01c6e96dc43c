import { withSsrSession } from 'front-entry/server'
import type { GetServerSidePropsContext } from 'next'
import { frontEntry } from '../lib/server'

interface Props {
  email: string
  account: string
}

/** A page of the pages directory behind the gate, with data from the API. */
export const getServerSideProps = (context: GetServerSidePropsContext) =>
  withSsrSession<GetServerSidePropsContext, { props: Props }>(frontEntry(), async (_context, session) => {
    const data = await frontEntry().loadUser(session)
    return { props: { email: session.user.email ?? '', account: data?.activeTenant.name ?? '' } }
  })(context)

const Legacy = ({ email, account }: Props) => (
  <main>
    <h1>Profile</h1>
    <p role="status">Signed in as {email}</p>
    <p>Account {account}</p>
    <p>
      <a href="/">Back</a>
    </p>
  </main>
)

export default Legacy
