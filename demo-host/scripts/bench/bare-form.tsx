import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const Form = () => {
  const [email, setEmail] = useState('')
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <h1>Sign in</h1>
      <label htmlFor="email">Email</label>
      <input
        id="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <button type="submit">Continue</button>
    </form>
  )
}

/** Mounts the form that the login box is compared with: the minimum that React needs to show an email field. */
export const mount = (container: Element): void => createRoot(container).render(<Form />)
