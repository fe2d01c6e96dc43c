import type { ServerSession } from 'front-entry/server'

const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** Shows the server's data about the signed-in user. */
export const SessionTable = ({ session: { user, expiresAt } }: { session: ServerSession }) => (
  <div className="scroll">
    <table>
      <tbody>
        <tr>
          <th scope="row">Email</th>
          <td>{user.email}</td>
        </tr>
        <tr>
          <th scope="row">Account</th>
          <td>{user.tenantId}</td>
        </tr>
        <tr>
          <th scope="row">Access token ends</th>
          <td>{timeOf(expiresAt)}</td>
        </tr>
      </tbody>
    </table>
  </div>
)
