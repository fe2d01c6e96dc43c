/** The email stays in the form, hidden, so that a password manager knows whose password this is. */
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
