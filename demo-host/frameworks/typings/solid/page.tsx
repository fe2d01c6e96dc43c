import 'front-entry/solid'

export const page = (
  <main>
    <fe-login-box base-url="https://auth.example.com" preview />
    <fe-admin-portal page="users" mode="inline" heading-level={3} class="team" />
    <fe-gate permission="fe.secure.read.users" customAttributes={{ seats: 40 }}>
      Users
    </fe-gate>
    {/* @ts-expect-error there is no such page */}
    <fe-admin-portal page="user" />
  </main>
)
