"use client";
import { Gate, LoginBox, useAuth, useFrontEntry, useFrontEntryEvent } from "front-entry/react";

export default function Home() {
  const { user } = useAuth();
  const app = useFrontEntry();
  useFrontEntryEvent("fe-sign-in", ({ detail }) => console.info("Welcome", detail.email));
  if (!user) return <LoginBox />;
  return (
    <main>
      <p>Signed in as {user.email}</p>
      <Gate permissions={["fe.secure.read.users"]}>You manage users.</Gate>
      <button onClick={() => app?.showAdminPortal()}>Open the portal</button>
    </main>
  );
}
