// Listening to the model that Python and the page share.

// Call `show` when one of the traits changes; returns the function that stops it.
export function watch(model, names, show) {
  for (const name of names) model.on(`change:${name}`, show);
  return () => {
    for (const name of names) model.off(`change:${name}`, show);
  };
}
