import { escapeHtml } from '../server/html.ts'
import { page } from './login-page.ts'
import type { ScimGroup, ScimTarget, ScimUser } from './scim-client.ts'

interface DirectoryPageProps {
  target: ScimTarget | undefined
  users: readonly ScimUser[]
  groups: readonly ScimGroup[]
  /** The result of the last action, or the reason why it was refused. */
  message: string
  isError: boolean
}

const targetForm = (target: ScimTarget | undefined): string => `<form method="post" action="/directory">
    <label>SCIM base URL <input name="baseUrl" type="url" required value="${escapeHtml(target?.baseUrl ?? '')}"></label>
    <label>Bearer token <input name="token" required value="${escapeHtml(target?.token ?? '')}"></label>
    <button class="go" name="action" value="connect">Connect</button>
  </form>`

const userForm = (user: ScimUser): string => {
  const name = escapeHtml(user.displayName ?? user.userName)
  const isActive = user.active !== false
  const activity = isActive ? ['deactivate', 'Deactivate'] : ['activate', 'Activate']
  return `<form method="post" action="/directory" aria-label="${escapeHtml(user.userName)}">
    <input type="hidden" name="id" value="${escapeHtml(user.id)}">
    <label>${escapeHtml(user.userName)}${isActive ? '' : ' (deactivated)'} <input name="name" required value="${name}"></label>
    <button name="action" value="rename">Rename</button>
    <button name="action" value="${activity[0]}">${activity[1]}</button>
    <button name="action" value="delete-user">Delete</button>
  </form>`
}

const memberChoice = (users: readonly ScimUser[], chosen: readonly string[]): string =>
  users
    .map(
      ({ id, userName }) =>
        `<label class="row"><input type="checkbox" name="member" value="${escapeHtml(id)}"${chosen.includes(id) ? ' checked' : ''}> ${escapeHtml(userName)}</label>`,
    )
    .join('')

const groupForm = (group: ScimGroup, users: readonly ScimUser[]): string => {
  const chosen = (group.members ?? []).map(({ value }) => value)
  const name = escapeHtml(group.displayName)
  return `<form method="post" action="/directory" aria-label="${name}">
    <input type="hidden" name="id" value="${escapeHtml(group.id)}">
    <label>Group name <input name="name" required value="${name}"></label>
    ${memberChoice(users, chosen)}
    <button name="action" value="change-group">Push group</button>
    <button name="action" value="delete-group">Delete group</button>
  </form>`
}

const pushForms = ({ users, groups }: DirectoryPageProps): string => `
  <h2>Users</h2>
  ${users.map(userForm).join('')}
  <form method="post" action="/directory" aria-label="New user">
    <label>Email <input name="email" type="email" required></label>
    <label>Name <input name="name" required></label>
    <button class="go" name="action" value="create-user">Push user</button>
  </form>
  <h2>Groups</h2>
  ${groups.map((group) => groupForm(group, users)).join('')}
  <form method="post" action="/directory" aria-label="New group">
    <label>Group name <input name="name" required></label>
    ${memberChoice(users, [])}
    <button class="go" name="action" value="create-group">Push group</button>
  </form>`

/** Renders the users and groups of the connected application, and forms to push changes. */
export const directoryPage = (props: DirectoryPageProps): string => {
  const { target, message, isError } = props
  const notice = message ? `<p role="${isError ? 'alert' : 'status'}">${escapeHtml(message)}</p>` : ''
  const intro = '<p>Pushes users and groups to an application by SCIM 2.0, as a company directory does.</p>'
  return page(
    'Directory',
    `<h1>Directory</h1>${intro}${notice}${targetForm(target)}${target ? pushForms(props) : ''}
    <p><a href="/console">Application settings</a></p>`,
  )
}
