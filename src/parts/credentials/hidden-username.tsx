/** A hidden email field that lets a password manager assign the password to its user. */
export const HiddenUsername = ({ email }: { email: string }) => (
  <input
    className="fe-hidden"
    type="text"
    name="email"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
