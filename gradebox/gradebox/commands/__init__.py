"""The commands of `gradebox`, each in a module of its name; `gradebox.cli` has the list."""
