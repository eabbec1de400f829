import { PictureForm } from "./picture-form";

export default function Page() {
  return (
    <main>
      <h1>Pictures</h1>
      <PictureForm />
    </main>
  );
}
