import fc from "fast-check";

// The same texts in every run, so that a failing property fails for everybody and can be fixed.
fc.configureGlobal({ seed: 20261122 });
