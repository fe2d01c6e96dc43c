// The page's own script: shows the signed-in user, and simulates a checkout and what a product knows about its users.
{
  const app = fe.init({
    contextOptions: { baseUrl: 'http://localhost:3002', clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58' },
    authOptions: { routes: { authenticatedUrl: '/gates' } },
    entitlementsOptions: { enabled: true },
  })
  const byId = (id) => document.getElementById(id)
  const gates = [...document.querySelectorAll('fe-gate')]

  const attributes = () => ({
    seats: Number(byId('seats').value),
    region: byId('region').value,
    role: byId('role').value,
  })
  const updateGates = () => {
    byId('seats-shown').textContent = byId('seats').value
    for (const gate of gates) gate.customAttributes = attributes()
  }
  const planOf = ({ features = {} } = {}) => {
    const isBought = (key) => features[key]?.expireTime === -1
    if (isBought('sso')) return 'enterprise'
    if (isBought('audit-log')) return 'growth'
    return isBought('dashboards') ? 'starter' : 'none'
  }
  const show = ({ isAuthenticated, user, activeTenant }) => {
    byId('who').textContent = isAuthenticated ? `Signed in as ${user.email}` : ''
    byId('sign-out').hidden = !isAuthenticated
    byId('sign-in').hidden = isAuthenticated
    byId('controls').hidden = !isAuthenticated
    if (!isAuthenticated) return
    byId('tenant').textContent = activeTenant?.name ?? 'your account'
    document.querySelector(`[name=plan][value=${planOf(user.entitlements)}]`).checked = true
  }

  byId('controls').addEventListener('input', updateGates)
  byId('controls').addEventListener('change', async ({ target }) => {
    if (target.name !== 'plan') return
    const { user } = app.getState()
    await fetch('/gates/plan', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId: user.tenantId, planId: target.value === 'none' ? null : target.value }),
    })
    app.loadEntitlements()
  })
  document.addEventListener('fe-entitlements-change', ({ detail }) => {
    const open = Object.keys(detail.entitlements.features).filter((key) => app.getFeatureEntitlements(key).isEntitled)
    byId('heard').textContent = `Features without any attributes: ${open.join(', ') || 'none'}.`
  })
  byId('sign-in').addEventListener('click', () => app.login())
  byId('sign-out').addEventListener('click', () => app.logout())
  updateGates()
  app.subscribe(show)
  app
    .ready()
    .then(() => app.getState())
    .then(show)
}
