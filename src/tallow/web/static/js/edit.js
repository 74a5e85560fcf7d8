// Numbers that the referee sets in their place: Enter or leaving the field sends one, Escape gives it up.

document.addEventListener("focusin", (event) => {
  if (event.target.matches(".edit input")) event.target.select();
});
document.addEventListener("change", (event) => {
  const field = event.target;
  if (field.matches(".edit input") && field.value !== field.defaultValue) field.form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches?.(".edit input")) return;
  if (event.key === "Enter") {
    event.preventDefault();
    field.blur();
  } else if (event.key === "Escape") {
    field.value = field.defaultValue;
    field.blur();
  }
});
